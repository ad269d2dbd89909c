/** A line of front matter such as `description: Use when: x`, which strict readers of YAML refuse. Its groups are the key and the value. */
export const UNQUOTED_COLON = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!#%@`-].*?:(?:[ \t].*|))$/;
