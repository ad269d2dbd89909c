/** Forms of tokens that leave no doubt about whose they are: name of the issuer and the form. */
const FORMS: readonly (readonly [string, string])[] = [
  ['Amazon', '(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}(?![A-Z0-9a-z])'],
  ['Anthropic', 'sk-ant-[\\w-]{24,}'],
  ['OpenAI', 'sk-(?:proj|svcacct|admin)-[\\w-]{32,}'],
  ['OpenAI', 'sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'],
  ['OpenRouter', 'sk-or-v1-[a-f0-9]{48,}'],
  ['an API with keys of the form "sk-…"', 'sk-[A-Za-z0-9]{40,64}(?![\\w-])'],
  ['GitHub', 'gh[pousr]_[A-Za-z0-9]{36,}'],
  ['GitHub', 'github_pat_\\w{60,}'],
  ['GitLab', 'gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|oas)-[\\w-]{20,}'],
  ['npm', 'npm_[A-Za-z0-9]{36}(?!\\w)'],
  ['PyPI', 'pypi-AgE[\\w-]{50,}'],
  ['RubyGems', 'rubygems_[a-f0-9]{48}'],
  ['Docker', 'dckr_(?:pat|oat)_[\\w-]{24,}'],
  ['Slack', 'xox[abeoprs]-(?:\\d[\\w]{8,14}-)[\\w-]{16,}'],
  ['Slack', 'xapp-\\d-[A-Z0-9]{8,}-\\d{8,}-[a-f0-9]{32,}'],
  ['Slack', 'hooks\\.slack\\.com/services/T\\w{7,12}/B\\w{7,12}/\\w{20,28}'],
  ['Discord', 'discord(?:app)?\\.com/api/webhooks/\\d{16,20}/[\\w-]{60,}'],
  ['Discord', '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w.-])'],
  ['Telegram', '\\d{8,10}:AA[\\w-]{33}(?![\\w-])'],
  ['Google', 'AIza[\\w-]{35}(?![\\w-])'],
  ['Google', 'ya29\\.[\\w-]{60,}'],
  ['Google', 'GOCSPX-[\\w-]{28}'],
  ['Stripe', '(?:sk|rk)_live_[A-Za-z0-9]{24,}'],
  ['Stripe', 'whsec_[A-Za-z0-9+/]{32,}'],
  ['SendGrid', 'SG\\.[\\w-]{20,24}\\.[\\w-]{39,50}'],
  ['Shopify', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'],
  ['Square', '(?:sq0atp|sq0csp|EAAA)[\\w-]{22,60}(?![\\w-])'],
  ['Hugging Face', 'hf_[A-Za-z]{34}(?!\\w)'],
  ['Replicate', 'r8_[A-Za-z0-9]{37}(?!\\w)'],
  ['Groq', 'gsk_[A-Za-z0-9]{48,56}'],
  ['xAI', 'xai-[A-Za-z0-9]{70,90}'],
  ['Perplexity', 'pplx-[A-Za-z0-9]{48}'],
  ['Linear', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'],
  ['Notion', '(?:ntn_|secret_)[A-Za-z0-9]{43,46}(?!\\w)'],
  ['Figma', 'fig[dou]r?_[\\w-]{40,}'],
  ['Postman', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'],
  ['1Password', 'ops_eyJ[A-Za-z0-9+/=_-]{200,}'],
  ['Atlassian', 'ATATT3[\\w-]{100,}=[A-F0-9]{8}'],
  ['DigitalOcean', 'do[opr]_v1_[a-f0-9]{64}'],
  ['Databricks', 'dapi[a-f0-9]{32}(?![a-f0-9])'],
  ['Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9]{40,44}'],
  ['HashiCorp', 'hv[sb]\\.[\\w-]{24,}'],
  ['HashiCorp', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,}'],
  ['Grafana', 'gl(?:c_[A-Za-z0-9+/]{32,}=*|sa_[A-Za-z0-9]{32}_[a-f0-9]{8})'],
  ['New Relic', 'NRAK-[A-Z0-9]{27}'],
  ['Sentry', 'sntry[su]_[\\w=+/-]{60,}'],
  ['Supabase', 'sbp_[a-f0-9]{40}'],
  ['PlanetScale', 'pscale_(?:tkn|oauth|pw)_[\\w.-]{32,}'],
  ['Fly', 'fo1_[\\w-]{43}'],
  ['Vercel', 'vc[pkair]_[A-Za-z0-9]{24,}'],
  ['Cloudflare', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}'],
  ['Mailgun', 'key-[a-f0-9]{32}(?![a-f0-9])'],
  ['Mailchimp', '[a-f0-9]{32}-us\\d{1,2}(?!\\w)'],
  ['Twilio', 'SK[a-f0-9]{32}(?![a-f0-9])'],
  ['Airtable', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'],
  ['Azure', 'AccountKey=[A-Za-z0-9+/]{86}=='],
  ['age', 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'],
];

const FORM = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS.map(([, form]) => form).join('|')})`, 'g');
const ISSUERS = FORMS.map(([issuer, form]) => [issuer, new RegExp(`^(?:${form})`)] as const);

export interface Token {
  readonly issuer: string;
  readonly from: number;
  readonly to: number;
}

/** Tokens by their form alone, in the order of the text. */
export function* tokensIn(text: string): Iterable<Token> {
  for (const { 0: match, index } of text.matchAll(FORM)) {
    const [issuer] = ISSUERS.find(([, form]) => form.test(match)) ?? [''];
    yield { issuer, from: index, to: index + match.length };
  }
}

/** Three parts of base64, the first two of them objects. */
export const JSON_WEB_TOKEN =
  /(?<![\w.-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}(?![\w-])/g;
