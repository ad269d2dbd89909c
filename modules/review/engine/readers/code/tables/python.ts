/** What functions of Python's library and of well-known packages do; one line for each. */
import { expanded, type EffectTable } from './effect.js';

const SENT = ['data', 'json', 'params', 'files', 'content', 'body', 'fields'];
const WRITTEN = ['@write.0', '@writelines.0'];
const KEYS = ['headers', 'auth', 'cookies', 'cert'];

const network: EffectTable = {
  '{requests,httpx}.{get,head,options,delete}': {
    does: 'request',
    url: [0, 'url'],
    sends: [...SENT, 1],
    credentials: KEYS,
  },
  '{requests,httpx}.{post,put,patch}': {
    does: 'request',
    url: [0, 'url'],
    sends: [...SENT, 1, 2],
    credentials: KEYS,
  },
  '{requests,httpx}.{request,stream}': {
    does: 'request',
    url: [1, 'url'],
    sends: [...SENT, 2],
    credentials: KEYS,
  },
  '{requests.Session,requests.session,httpx.Client,httpx.AsyncClient,aiohttp.ClientSession}().{get,head,options,delete,post,put,patch,ws_connect}':
    {
      does: 'request',
      url: [0, 'url'],
      sends: [...SENT, 1, 2],
      credentials: [...KEYS, 'new.headers'],
    },
  '{requests.Session,requests.session,httpx.Client,httpx.AsyncClient,aiohttp.ClientSession}().{request,stream}':
    {
      does: 'request',
      url: [1, 'url'],
      sends: SENT,
      credentials: KEYS,
    },
  'aiohttp.request': { does: 'request', url: [1, 'url'], sends: SENT, credentials: KEYS },
  'urllib.request.urlopen': {
    does: 'request',
    url: [0, 'url'],
    sends: ['data', 1, '0.new.data', '0.new.1'],
    credentials: ['0.new.headers'],
  },
  'urllib.request.urlretrieve': {
    does: 'request',
    url: [0, 'url'],
    sends: ['data'],
    saves: [1, 'filename'],
  },
  'urllib.request.build_opener().open': {
    does: 'request',
    url: [0],
    sends: [1, 'data', '0.new.data', '0.new.1'],
  },
  '{urllib,urllib.request.URLopener()}.{urlopen,urlretrieve,retrieve}': {
    does: 'request',
    url: [0],
    sends: ['data'],
    saves: [1],
  },
  'urllib3.PoolManager().{request,urlopen}': {
    does: 'request',
    url: [1, 'url'],
    sends: ['body', 'fields', 'json'],
    credentials: ['headers'],
  },
  'urllib3.request': {
    does: 'request',
    url: [1, 'url'],
    sends: ['body', 'fields', 'json'],
    credentials: ['headers'],
  },
  'http.client.{HTTPConnection,HTTPSConnection}().request': {
    does: 'request',
    url: ['new.0', 'new.host'],
    sends: [1, 2, 'body'],
    credentials: [3, 'headers'],
  },
  'http.client.{HTTPConnection,HTTPSConnection}().getresponse': {
    does: 'request',
    url: ['new.0', 'new.host'],
  },
  'http.client.{HTTPConnection,HTTPSConnection}().send': {
    does: 'request',
    url: ['new.0', 'new.host'],
    sends: [0],
  },
  'socket.socket().{send,sendall}': {
    does: 'request',
    url: ['@connect.0', '@connect_ex.0'],
    sends: [0],
  },
  'socket.socket().sendto': { does: 'request', url: [1], sends: [0] },
  'socket.socket().{connect,connect_ex}': { does: 'request', url: [0] },
  'socket.socket().recv': { does: 'request', url: ['@connect.0'] },
  'socket.create_connection': { does: 'request', url: [0] },
  'socket.create_connection().{send,sendall}': { does: 'request', url: ['new.0'], sends: [0] },
  'socket.{gethostbyname,getaddrinfo,gethostbyname_ex}': { does: 'request', url: [0] },
  'dns.resolver.{resolve,query}': { does: 'request', url: [0] },
  'websocket.create_connection': { does: 'request', url: [0] },
  'websocket.create_connection().send': { does: 'request', url: ['new.0'], sends: [0] },
  'websockets.connect': { does: 'request', url: [0] },
  'websockets.connect().send': { does: 'request', url: ['new.0'], sends: [0] },
  'smtplib.{SMTP,SMTP_SSL}().{sendmail,send_message}': {
    does: 'request',
    url: ['new.0', 'new.host', '@connect.0'],
    sends: [0, 2],
  },
  'ftplib.{FTP,FTP_TLS}().{storbinary,storlines}': {
    does: 'request',
    url: ['new.0', 'new.host', '@connect.0'],
    sends: [1],
  },
  'paramiko.SSHClient().{exec_command,connect}': {
    does: 'request',
    url: ['@connect.0', '@connect.hostname'],
    sends: [0],
    credentials: ['password'],
  },
  'paramiko.SFTPClient.from_transport().put': { does: 'request', url: ['new.0'], sends: [0] },
  'wget.download': { does: 'request', url: [0, 'url'], saves: [1, 'out'] },
  '?.{send_transaction,send_raw_transaction}': { does: 'request', url: ['new.0'] },
  'stripe.{Payout,Transfer,Charge,PaymentIntent}.create': { does: 'request', url: [] },
  'ccxt.{binance,kraken,coinbase,bybit,okx}().{create_order,create_market_order,withdraw}': {
    does: 'request',
    url: [],
  },
  'telebot.TeleBot().{send_message,send_document}': { does: 'request', url: ['new.0'], sends: [1] },
  'boto3.client().{upload_file,put_object,upload_fileobj}': {
    does: 'request',
    url: ['new.endpoint_url', 1, 'Bucket'],
    sends: [0, 'Body'],
  },
  '?.{get,post,put,patch}': {
    does: 'request',
    url: [0, 'url'],
    sends: [...SENT, 1],
    credentials: KEYS,
    onlyAddresses: true,
  },
};

const execution: EffectTable = {
  'os.{system,popen}': { does: 'shell', command: [0] },
  '{commands,subprocess}.{getoutput,getstatusoutput}': { does: 'shell', command: [0, 'cmd'] },
  'asyncio.create_subprocess_shell': { does: 'shell', command: [0] },
  'subprocess.{run,call,check_call,check_output,Popen}': {
    does: 'program',
    command: [0, 'args'],
    input: ['input', 'stdin', '@communicate.0', '@communicate.input'],
  },
  'asyncio.create_subprocess_exec': { does: 'program', command: [0], rest: true },
  'os.{execl,execle,execlp,execlpe}': { does: 'program', command: [0], rest: true },
  'os.{execv,execve,execvp,execvpe,posix_spawn,posix_spawnp}': { does: 'program', command: [1] },
  'os.{spawnl,spawnle,spawnlp,spawnlpe}': { does: 'program', command: [1], rest: true },
  'os.{spawnv,spawnve,spawnvp,spawnvpe}': { does: 'program', command: [2] },
  'os.startfile': { does: 'program', command: [0] },
  'pty.spawn': { does: 'program', command: [0] },
  'pexpect.{spawn,run}': { does: 'shell', command: [0] },
  'sh.{bash,sh}': { does: 'program', command: [0], rest: true },
  'fabric.Connection().{run,local,sudo}': { does: 'shell', command: [0] },
  '{eval,exec}': { does: 'code', code: [0] },
  'code.{InteractiveInterpreter,InteractiveConsole}().{runsource,runcode,push}': {
    does: 'code',
    code: [0],
  },
  'timeit.timeit': { does: 'code', code: [0], onlyTexts: true },
  'runpy.run_path': { does: 'run', path: [0] },
  'runpy.run_module': { does: 'run', path: [0] },
  'importlib.util.spec_from_file_location': { does: 'run', path: [1] },
  'importlib.machinery.SourceFileLoader': { does: 'run', path: [1] },
  '{ctypes.CDLL,ctypes.cdll.LoadLibrary,ctypes.WinDLL,ctypes.PyDLL}': { does: 'native', path: [0] },
  '{ctypes.CDLL,ctypes.cdll.LoadLibrary,ctypes.PyDLL}().{system,popen}': {
    does: 'shell',
    command: [0],
  },
  '{pickle,dill,cloudpickle,joblib,shelve,pandas,jsonpickle}.{load,loads,open,read_pickle,decode}':
    { does: 'deserialise', data: [0] },
  'numpy.load': {
    does: 'deserialise',
    data: [0],
    only: { argument: ['allow_pickle'], names: /True/ },
  },
  'marshal.{load,loads}': { does: 'deserialise', data: [0] },
  '{pickle,dill,cloudpickle}.Unpickler().load': { does: 'deserialise', data: ['new.0'] },
  'yaml.{load,load_all}': {
    does: 'deserialise',
    data: [0],
    safe: { argument: ['Loader', 1], names: /safe|Base/i },
  },
  'yaml.{unsafe_load,unsafe_load_all,full_load}': { does: 'deserialise', data: [0] },
  'torch.load': {
    does: 'deserialise',
    data: [0],
    safe: { argument: ['weights_only'], names: /True/ },
  },
};

const files: EffectTable = {
  '{open,aiofiles.open,gzip.open,bz2.open,lzma.open}': {
    does: 'open',
    path: [0, 'file', 'filename'],
    mode: [1, 'mode'],
    content: WRITTEN,
  },
  'pathlib.Path().open': { does: 'open', path: ['this'], mode: [0, 'mode'], content: WRITTEN },
  '{pathlib.Path(),?}.{read_text,read_bytes}': { does: 'read', path: ['this'] },
  '{pathlib.Path(),?}.{write_text,write_bytes}': { does: 'write', path: ['this'], content: [0] },
  'pathlib.Path().iterdir': { does: 'read', path: ['this'], lists: 'paths' },
  'pathlib.Path().{glob,rglob}': { does: 'read', path: ['this'], lists: 'matches' },
  '{glob.glob,glob.iglob}': { does: 'read', path: [0], lists: 'matches' },
  'os.listdir': { does: 'read', path: [0], lists: 'names' },
  'os.scandir': { does: 'read', path: [0], lists: 'paths' },
  '{os.walk,pathlib.Path().walk}': { does: 'read', path: [0, 'this'], lists: 'tree' },
  'os.open': { does: 'read', path: [0] },
  'linecache.getlines': { does: 'read', path: [0] },
  '{sqlite3.connect,zipfile.ZipFile,tarfile.open,configparser.ConfigParser().read,dotenv.dotenv_values,dotenv.load_dotenv}':
    { does: 'read', path: [0] },
  '{zipfile.ZipFile,tarfile.open}().{write,add}': {
    does: 'write',
    path: ['new.0'],
    content: [],
    from: [0],
  },
  'shutil.{copy,copy2,copyfile,move,copytree}': {
    does: 'write',
    path: [1, 'dst'],
    content: [],
    from: [0, 'src'],
  },
  'shutil.make_archive': { does: 'write', path: [0], content: [], from: [2, 'root_dir'] },
  'shutil.copyfileobj': { does: 'write', path: ['1.new.0'], content: [0] },
  '{json,pickle,yaml,toml,csv}.dump': { does: 'write', path: ['1.new.0', '1.this'], content: [0] },
  'os.{rename,replace,renames}': { does: 'write', path: [1], content: [], from: [0] },
  'os.{symlink,link}': { does: 'write', path: [1], content: [], from: [0] },
  'pathlib.Path().symlink_to': { does: 'write', path: ['this'], content: [], from: [0] },
  'pathlib.Path().{rename,replace}': { does: 'write', path: [0], content: [], from: ['this'] },
  'os.{remove,unlink,rmdir}': { does: 'delete', path: [0] },
  'os.removedirs': { does: 'delete', path: [0], recursive: true },
  'shutil.rmtree': { does: 'delete', path: [0, 'path'], recursive: true },
  '{pathlib.Path(),?}.{unlink,rmdir}': { does: 'delete', path: ['this'] },
};

const ciphers: EffectTable = {
  '?.{encrypt,encrypt_and_digest}': { does: 'encrypt' },
  'Crypto.Cipher.{AES,DES,DES3,ChaCha20,Blowfish,ARC4}.new().update': { does: 'encrypt' },
  'cryptography.hazmat.primitives.ciphers.Cipher().encryptor().{update,finalize}': {
    does: 'encrypt',
  },
  '{pyAesCrypt.encryptFile,pyAesCrypt.encryptStream,pyminizip.compress,rsa.encrypt}': {
    does: 'encrypt',
  },
};

const people: EffectTable = {
  'os.{getenv,getenvb}': { does: 'environment', name: [0] },
  'os.environ.{get,pop,setdefault}': { does: 'environment', name: [0] },
  '{input,sys.stdin.read,sys.stdin.readline,getpass.getpass}': { does: 'input' },
  'pynput.keyboard.Listener': { does: 'observe', what: 'keystrokes' },
  'keyboard.{on_press,hook,record,on_release}': { does: 'observe', what: 'keystrokes' },
  '{pyperclip.paste,clipboard.paste,win32clipboard.GetClipboardData,tkinter.Tk().clipboard_get}': {
    does: 'observe',
    what: 'clipboard',
  },
  '{PIL.ImageGrab.grab,pyautogui.screenshot,mss.mss().grab,mss.mss().shot,pyscreenshot.grab}': {
    does: 'observe',
    what: 'screen shot',
  },
  '{sounddevice.rec,pyaudio.PyAudio().open}': { does: 'observe', what: 'microphone' },
  'cv2.VideoCapture': { does: 'observe', what: 'camera' },
  'keyring.get_password': { does: 'observe', what: 'keyring' },
  'browser_cookie3.{chrome,firefox,load,edge,safari,brave}': {
    does: 'observe',
    what: 'browser cookies',
  },
  'win32crypt.CryptUnprotectData': { does: 'observe', what: 'browser passwords' },
  '{socket.gethostname,platform.node}': { does: 'observe', what: 'hostname' },
  '{getpass.getuser,os.getlogin}': { does: 'observe', what: 'whoami' },
  '{platform.uname,platform.platform,os.uname}': { does: 'observe', what: 'uname' },
  'socket.socket().{bind,listen}': { does: 'listen', address: [0, '@bind.0'] },
  'http.server.{HTTPServer,ThreadingHTTPServer}': { does: 'listen', address: [0] },
  'socketserver.TCPServer': { does: 'listen', address: [0] },
};

export const PYTHON_EFFECTS = expanded([network, execution, files, ciphers, people]);
