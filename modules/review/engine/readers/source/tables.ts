/** What functions of several languages do, by their names in lower case. */

/** What a call does with its arguments. */
export type Effect =
  | 'passes'
  | 'joins'
  | 'implodes'
  | 'lists'
  | 'reads'
  | 'opens'
  | 'writes'
  | 'removes'
  | 'removesAll'
  | 'variable'
  | 'connects'
  | 'commands'
  | 'evaluates'
  | 'loads'
  | 'revives'
  | 'base64'
  | 'hex'
  | 'unpacks'
  | 'reverses'
  | 'shows';

const ROWS: readonly (readonly [Effect, RegExp])[] = [
  [
    'passes',
    /^(?:uri|url|new_?url|string|bytes?|\w*\.?expand_path|dir\.glob|filepath\.glob|glob|uri\.(?:parse|create)|url\.parse|\w*bufferstring|strings\.newreader|bytes\.newreader|bytes\.newbuffer|bodypublishers\.\w+|httprequest\.bodypublishers\.\w+|path\.of|paths\.get|pathname\.new|file|new|quoted)$/,
  ],
  ['implodes', /^(?:strings\.join|string\.join|implode|join|jointostring|table\.concat|concat)$/],
  ['lists', /^(?:array|listof|arrayof|arraylistof|list\.of|arrays\.aslist|vec)$/],
  ['joins', /^(?:file|filepath|path)\.join$|^path(?:s\.get|\.of|\.combine)$/],
  [
    'reads',
    /^(?:file\.(?:read|readlines|binread|foreach|readalltext|readallbytes|readalllines)|io\.(?:read|readlines|binread|lines)|os\.(?:readfile|open)|ioutil\.readfile|file_get_contents|readfile|(?:path::tiny|path)->slurp|slurp|read_file|files\.(?:readstring|readallbytes|readalllines|newinputstream|lines|newbufferedreader)|fileinputstream|filereader|(?:std::)?fs::(?:read|read_to_string)|(?:std::fs::)?file::open|ifstream|std::ifstream|string\.contentsoffile)$/,
  ],
  ['opens', /^(?:fopen|open|io\.open|file\.(?:open|new)|os\.openfile)$/],
  [
    'writes',
    /^(?:file\.(?:write|binwrite|writealltext|writeallbytes)|io\.(?:write|binwrite)|file_put_contents|os\.(?:writefile|create)|ioutil\.writefile|files\.write(?:string)?|(?:std::)?fs::write|(?:std::fs::)?file::create|filewriter|fileoutputstream|ofstream|std::ofstream|write_file)$/,
  ],
  [
    'removesAll',
    /^(?:fileutils\.(?:rm_rf|rm_r|remove_dir|rmtree|remove_entry\w*|deletedirectory)|os\.removeall|(?:std::)?fs::remove_dir_all|remove_tree|rmtree|directory\.delete|(?:std::)?(?:filesystem|fs)::remove_all)$/,
  ],
  [
    'removes',
    /^(?:file\.(?:delete|unlink)|fileutils\.(?:rm|rm_f)|unlink|os\.remove|(?:std::)?fs::remove_file|files\.delete(?:ifexists)?)$/,
  ],
  [
    'variable',
    /^(?:os\.(?:getenv|lookupenv)|getenv|system\.(?:getenv|getproperty)|(?:std::)?env::(?:var|var_os|vars)|env\.(?:fetch|to_h|to_a|map|each)|os\.environ|environment\.getenvironmentvariables?|os\.userhomedir|dir\.home|nshomedirectory|home_dir|dirs::home_dir)$/,
  ],
  [
    'connects',
    /^(?:tcpsocket\.(?:new|open)|net\.dial(?:tcp|timeout)?|tls\.dial|fsockopen|pfsockopen|stream_socket_client|io::socket::(?:inet|ssl)->new|(?:std::net::)?tcpstream::connect|socket|java\.net\.socket|socket\.connect)$/,
  ],
  [
    'commands',
    /^(?:(?:kernel|process)\.(?:system|exec|spawn)|system|exec|spawn|(?:io\.)?popen|open3\.\w+|shell_exec|passthru|proc_open|pcntl_exec|os\.execute|exec\.command(?:context)?|(?:std::process::)?command::new|runtime\.getruntime\.exec|processbuilder|process\.start|execl|execlp|execv|execvp|winexec|shellexecutea?|do shell script|sh|bat|pwsh)$/,
  ],
  [
    'evaluates',
    /^(?:eval|instance_eval|class_eval|module_eval|binding\.eval|kernel\.eval|assert|create_function|load|loadstring|\w*engine\.eval|interpreter\.eval)$/,
  ],
  [
    'loads',
    /^(?:dlopen|loadlibrarya?|system\.load|fiddle\.dlopen|urlclassloader|defineclass|apply|require|require_once|include|include_once|dofile)$/,
  ],
  [
    'revives',
    /^(?:marshal\.load|unserialize|objectinputstream|yaml\.(?:load|unsafe_load)|thaw|storable::thaw)$/,
  ],
  [
    'base64',
    /^(?:base64\.(?:strict_|urlsafe_)?decode64|base64_decode|(?:mime::base64::)?decode_base64|base64\.\w+\.decodestring|base64\.getdecoder|\w*base64\w*[.:]+\w*decode\w*|convert\.frombase64string)$/,
  ],
  ['hex', /^(?:hex2bin|hex\.decodestring|hex::decode)$/],
  [
    'unpacks',
    /^(?:gzinflate|gzuncompress|gzdecode|str_rot13|zlib\S*(?:inflate|decompress)|unpack)$/,
  ],
  ['reverses', /^(?:strrev|reverse|string\.reverse)$/],
  [
    'shows',
    /^(?:puts|print|printf|println|echo|say|p|pp|logger?\.\w+|fmt\.\w+|system\.out\.\w+|console\.\w+|println!|eprintln!|warn|die|raise|assert_\w+|\w*test\w*)$/,
  ],
];

/** What a function does; rows with the whole name come before those with its last part. */
export function effectOf(name: string): Effect | undefined {
  const lower = name.toLowerCase().replace(/^[\\:$&@%]+/, '');
  return ROWS.find(([, pattern]) => pattern.test(lower))?.[0];
}

/** What puts data into a connection that is open. */
export const SENDS =
  /(?:^|[.>:])(?:post|put|patch|send|sendall|write|write_all|writestring|body|print|puts|syswrite|curl_setopt|request|do|execute|fprint\w*|fputs|fwrite|json|form|set_?body|set_form_data|publish|say|copy)$/i;
/** Values that visitors of a page give. */
export const INPUT = /^\$_(?:GET|POST|REQUEST|COOKIE|FILES)$/;
export const ENVIRONMENT = /^(?:ENV|%ENV|\$ENV|\$_ENV)(?:\.(?!fetch|key)\w+[!?]?){0,9}$/;
export const HOME = /^(?:HOME|USERPROFILE|user\.home)$/;
