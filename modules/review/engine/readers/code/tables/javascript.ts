/** What functions of browsers, of node and of well-known packages do; one line for each. */
import { expanded, type EffectTable } from './effect.js';

const SENT = ['data', 'body', 'params', 'json', 'form', 'searchParams', 'query'];
const KEYS = ['headers', 'auth', 'cookies'];

const network: EffectTable = {
  fetch: {
    does: 'request',
    url: [0, '0.new.0'],
    sends: ['body', '0.new.body'],
    credentials: ['headers', '0.new.headers'],
  },
  'undici.{request,stream}': {
    does: 'request',
    url: [0],
    sends: ['body', 'query'],
    credentials: ['headers'],
  },
  '{axios,axios.create()}.{get,delete,head,options}': {
    does: 'request',
    url: [0],
    sends: ['params', 'data'],
    credentials: KEYS,
  },
  '{axios,axios.create()}.{post,put,patch,postForm}': {
    does: 'request',
    url: [0],
    sends: [1, 'params'],
    credentials: KEYS,
  },
  '{axios,axios.request,axios.create(),axios.create().request}': {
    does: 'request',
    url: ['url', 0],
    sends: SENT,
    credentials: KEYS,
  },
  '{got,got.get,got.post,got.put,ky,ky.get,ky.post,ky.put,needle,ofetch,ofetch.ofetch,wretch}': {
    does: 'request',
    url: [0, 'url'],
    sends: SENT,
    credentials: KEYS,
  },
  '{superagent,request,needle}.{get,post,put,patch}': {
    does: 'request',
    url: [0, 'url', 'uri'],
    sends: [...SENT, 1],
    credentials: KEYS,
  },
  request: { does: 'request', url: [0, 'url', 'uri'], sends: SENT, credentials: KEYS },
  'http.{get,request}': {
    does: 'request',
    url: ['hostname', 'host', 0],
    sends: ['path', '@write.0', '@end.0'],
    credentials: ['headers', 'auth'],
  },
  'http2.connect': { does: 'request', url: [0] },
  'XMLHttpRequest().send': {
    does: 'request',
    url: ['@open.1'],
    sends: [0],
    credentials: ['@setRequestHeader.1'],
  },
  'WebSocket().send': { does: 'request', url: ['new.0'], sends: [0] },
  '{WebSocket,ws,EventSource}': { does: 'request', url: [0] },
  'ws().send': { does: 'request', url: ['new.0'], sends: [0] },
  'navigator.sendBeacon': { does: 'request', url: [0], sends: [1] },
  importScripts: { does: 'run', path: [0] },
  '{net,tls}.{connect,createConnection}': {
    does: 'request',
    url: ['host', 1, 0],
    sends: ['@write.0', '@end.0'],
  },
  'net.Socket().connect': { does: 'request', url: ['host', 1, 0], sends: ['@write.0', '@end.0'] },
  'dgram.createSocket().send': { does: 'request', url: [2, 4], sends: [0] },
  'dns.{lookup,resolve,resolve4,resolve6,resolveTxt,resolveAny,resolveMx}': {
    does: 'request',
    url: [0],
  },
  'nodemailer.createTransport().sendMail': {
    does: 'request',
    url: ['new.host', 'new.service', 'to'],
    sends: [0],
    credentials: [],
  },
  '{$,jQuery}.{ajax,get,post,getJSON,getScript}': {
    does: 'request',
    url: ['url', 0],
    sends: ['data', 1],
    credentials: ['headers'],
  },
  '?.{sendTransaction,sendSignedTransaction,sendRawTransaction,sendAndConfirmTransaction}': {
    does: 'request',
    url: ['new.1.new.0', 'new.0'],
  },
  '{@solana/web3.js,web3}.{sendAndConfirmTransaction,sendAndConfirmRawTransaction}': {
    does: 'request',
    url: ['0.new.0'],
  },
  'stripe().{payouts,transfers,charges,paymentIntents}.create': { does: 'request', url: [] },
  'ccxt.{binance,kraken,coinbase,bybit,okx}().{createOrder,createMarketOrder,withdraw}': {
    does: 'request',
    url: [],
  },
  'chrome.cookies.getAll': { does: 'observe', what: 'browser cookies' },
  '?.{post,put,patch,get,request}': {
    does: 'request',
    url: [0, 'url'],
    sends: [...SENT, 1],
    credentials: KEYS,
    onlyAddresses: true,
  },
};

const execution: EffectTable = {
  'child_process.{exec,execSync}': { does: 'shell', command: [0] },
  '{execa.execaCommand,execa.execaCommandSync,execa.command,execa.commandSync,shelljs.exec}': {
    does: 'shell',
    command: [0],
  },
  'child_process.{spawn,spawnSync,execFile,execFileSync}': {
    does: 'program',
    command: [0],
    args: [1],
    input: ['input'],
  },
  '{execa,execa.execa,execa.execaSync,execa.sync}': {
    does: 'program',
    command: [0],
    args: [1],
    input: ['input'],
  },
  '{Bun.spawn,Bun.spawnSync}': { does: 'program', command: [0, 'cmd'] },
  'Deno.{run,Command}': { does: 'program', command: ['cmd', 0], args: ['args'] },
  'child_process.fork': { does: 'run', path: [0] },
  '{zx.$,Bun.$,execa.$}': { does: 'shell', command: [0] },
  eval: { does: 'code', code: [0] },
  Function: { does: 'code', code: [3, 2, 1, 0] },
  '{setTimeout,setInterval,setImmediate}': { does: 'code', code: [0], onlyTexts: true },
  'vm.{runInThisContext,runInNewContext,runInContext,compileFunction,Script}': {
    does: 'code',
    code: [0],
  },
  'vm2.VM().run': { does: 'code', code: [0] },
  'vm.Script().{runInThisContext,runInNewContext,runInContext}': { does: 'code', code: ['new.0'] },
  'module.constructor()._compile': { does: 'code', code: [0] },
  '?._compile': { does: 'code', code: [0] },
  '{import,require}': { does: 'run', path: [0] },
  'worker_threads.Worker': { does: 'run', path: [0] },
  Worker: { does: 'run', path: [0] },
  'process.dlopen': { does: 'native', path: [1] },
  'WebAssembly.{instantiate,instantiateStreaming,compile,Module}': { does: 'native', path: [0] },
  '{ffi-napi.Library,ref-napi.Library,koffi.load}': { does: 'native', path: [0] },
  '{node-serialize,serialize-javascript,funcster,cryo}.{unserialize,deserialize,deepDeserialize,parse}':
    { does: 'deserialise', data: [0] },
  'v8.deserialize': { does: 'deserialise', data: [0] },
};

const files: EffectTable = {
  'fs.{readFile,readFileSync,createReadStream,openAsBlob}': { does: 'read', path: [0] },
  'fs.{readdir,readdirSync,opendir,opendirSync}': { does: 'read', path: [0], lists: 'names' },
  '{glob,glob.sync,glob.glob,glob.globSync,fast-glob,fast-glob.sync,globby,fs.globSync,fs.glob}': {
    does: 'read',
    path: [0],
    lists: 'matches',
  },
  'fs.{writeFile,writeFileSync,outputFile,outputFileSync,writeJson,writeJsonSync}': {
    does: 'write',
    path: [0],
    content: [1],
  },
  'fs.{appendFile,appendFileSync}': { does: 'write', path: [0], content: [1], append: true },
  'fs.createWriteStream': { does: 'write', path: [0], content: ['@write.0', '@end.0'] },
  '?.pipe': { does: 'pipe', from: 'this', to: 0 },
  '{stream,stream/promises}.pipeline': { does: 'pipe', from: 0, to: 1 },
  'fs.{copyFile,copyFileSync,cp,cpSync,copy,copySync,rename,renameSync,symlink,symlinkSync,link,linkSync,move,moveSync}':
    { does: 'write', path: [1], content: [], from: [0] },
  'fs.{rm,rmSync,rmdir,rmdirSync}': { does: 'delete', path: [0] },
  'fs.{remove,removeSync,emptyDir,emptyDirSync}': { does: 'delete', path: [0], recursive: true },
  '{rimraf,rimraf.sync,rimraf.rimraf,rimraf.rimrafSync,del}': {
    does: 'delete',
    path: [0],
    recursive: true,
  },
  'fs.{unlink,unlinkSync}': { does: 'delete', path: [0] },
  '{Bun.file,Deno.readTextFile,Deno.readTextFileSync,Deno.readFile}': { does: 'read', path: [0] },
  '{Bun.write,Deno.writeTextFile,Deno.writeTextFileSync,Deno.writeFile}': {
    does: 'write',
    path: [0],
    content: [1],
  },
  'Deno.remove': { does: 'delete', path: [0] },
};

const ciphers: EffectTable = {
  'crypto.{createCipheriv,createCipher}().{update,final}': { does: 'encrypt' },
  'crypto.{publicEncrypt,privateEncrypt,subtle.encrypt,webcrypto.subtle.encrypt}': {
    does: 'encrypt',
  },
  '{CryptoJS,crypto-js}.{AES,DES,TripleDES,RC4,Rabbit}.encrypt': { does: 'encrypt' },
  '?.encrypt': { does: 'encrypt' },
};

const people: EffectTable = {
  'Deno.env.get': { does: 'environment', name: [0] },
  '{readline.question,prompt,prompts,inquirer.prompt}': { does: 'input' },
  '{clipboardy.read,clipboardy.readSync,navigator.clipboard.readText,electron.clipboard.readText,clipboard.readText}':
    { does: 'observe', what: 'clipboard' },
  '{screenshot-desktop,desktopCapturer.getSources,electron.desktopCapturer.getSources,navigator.mediaDevices.getDisplayMedia}':
    { does: 'observe', what: 'screen shot' },
  'navigator.mediaDevices.getUserMedia': { does: 'observe', what: 'camera and microphone' },
  '{iohook.on,node-global-key-listener.GlobalKeyboardListener,uiohook-napi.uIOhook.on}': {
    does: 'observe',
    what: 'keystrokes',
  },
  'keytar.{getPassword,findCredentials,findPassword}': { does: 'observe', what: 'keyring' },
  'os.hostname': { does: 'observe', what: 'hostname' },
  'os.userInfo': { does: 'observe', what: 'whoami' },
  'os.networkInterfaces': { does: 'observe', what: 'ifconfig' },
  'net.createServer().listen': { does: 'listen', address: [0] },
  '{http.createServer,express}().listen': { does: 'listen', address: [0] },
};

export const JAVASCRIPT_EFFECTS = expanded([network, execution, files, ciphers, people]);
