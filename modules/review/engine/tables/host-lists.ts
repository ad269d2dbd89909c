/** Hosts that are known for something. A name stands for itself and everything below it. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Anyone gets an address there without a name and sees what arrives. */
export const dropHosts = words(`
  webhook.site webhook-test.com webhookrelay.com webhook.cool webhooks.io requestbin.com requestbin.net requestbin.io
  requestbin.org rbnd.gl0.eu pipedream.net pipedream.com m.pipedream.net beeceptor.com mockbin.org mockbin.io
  requestcatcher.com postb.in putsreq.com ptsv2.com ptsv3.com hookbin.com hookdeck.com hookdeck.io hooks.zapier.com
  hook.integromat.com hook.make.com hook.eu1.make.com hook.us1.make.com hook.eu2.make.com maker.ifttt.com
  typedwebhook.tools smee.io requestinspector.com canarytokens.com canarytokens.org interactsh.com interact.sh oast.fun
  oast.live oast.me oast.online oast.pro oast.site oast.us burpcollaborator.net oastify.com dnslog.cn dnslog.link dnslog.io
  ceye.io eyes.sh xss.ht xss.report bxss.me b-xss.com ezxss.com r87.me dnsbin.zhack.ca request.bin tg.i-c-a.su
  api.telegram.org hooks.slack.com ntfy.sh api.pushover.net api.pushbullet.com formspree.io formsubmit.co
  getform.io formspark.io discord-webhook.com webhook.office.com pushcut.io api.day.app sctapi.ftqq.com pushplus.plus
  jsonblob.com jsonbin.io api.jsonbin.io npoint.io extendsclass.com kvdb.io keyvalue.immanuel.co textdb.dev
`);

/** Addresses below hosts that serve other things as well. */
export const dropPaths: readonly (readonly [host: string, path: string])[] = [
  ['discord.com', '/api/webhooks/'],
  ['discordapp.com', '/api/webhooks/'],
  ['ptb.discord.com', '/api/webhooks/'],
  ['canary.discord.com', '/api/webhooks/'],
  ['docs.google.com', '/forms/'],
  ['script.google.com', '/macros/'],
  ['open.feishu.cn', '/open-apis/bot/'],
  ['oapi.dingtalk.com', '/robot/send'],
  ['qyapi.weixin.qq.com', '/cgi-bin/webhook/'],
];

/** Programs of somebody's own computer, reached through a relay. */
export const tunnelHosts = words(`
  ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev ngrok.com.cn ngrok.pizza serveo.net serveousercontent.com bore.pub
  localtunnel.me loca.lt trycloudflare.com localhost.run lhr.life lhr.rocks lhrtunnel.link pinggy.io pinggy.link pinggy.online
  a.pinggy.link telebit.io tunnelmole.net tunnelmole.com pagekite.me localxpose.io loclx.io zrok.io share.zrok.io playit.gg
  portmap.io portmap.host burrow.io packetriot.net holepunch.to hoster.us expose.dev sharedwithexpose.com devtunnels.ms
  tunnelto.dev pktriot.net cpolar.cn cpolar.io cpolar.top natapp.cc natapp1.cc natappfree.cc sakurafrp.com frp.one tcp.ngrok.io
  beyondtunnel.com onion onion.ly onion.ws onion.pet tor2web.org i2p
`);

/** Text that anyone puts there and changes at will. */
export const pasteHosts = words(`
  pastebin.com paste.ee pastebin.pl pastebin.fr rentry.co rentry.org glot.io hastebin.com hasteb.in toptal.com/developers/hastebin
  dpaste.com dpaste.org dpaste.de ghostbin.com ghostbin.co controlc.com justpaste.it paste.rs p.ip.fi ix.io sprunge.us termbin.com
  clbin.com paste.mozilla.org bpa.st bpaste.net paste.debian.net paste.ubuntu.com paste.centos.org privatebin.net privatebin.info
  paste.sh 0bin.net zerobin.net cl1p.net ideone.com pastie.org pastes.io paste.gg textbin.net snippet.host
  paste.c-net.org paste.opensuse.org pasteio.com telegra.ph graph.org write.as nopaste.net notes.io cryptpad.fr codepad.org
  dontpad.com shrib.com rlim.com paste.lol paste2.org nekobin.com katb.in del.dog spaceb.in toptal.com bin.disroot.org
  gist.githubusercontent.com gist.github.com
`);

/** Addresses that lead to another one. */
export const shortenerHosts = words(`
  bit.ly bitly.com tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly rebrand.ly shorturl.at shorturl.asia tiny.cc rb.gy
  t.ly s.id adf.ly bl.ink lnkd.in soo.gd clck.ru urlz.fr u.to qr.ae short.io short.gy git.io dub.sh dub.co shrtco.de 1url.com
  x.gd n9.cl surl.li kutt.it urlshortener.io tny.im da.gd chilp.it zpr.io t2m.io linktr.ee cutt.us bc.vc ouo.io
  shorte.st trib.al po.st mcaf.ee snip.ly hyperurl.co gg.gg lnk.to go.ly yourls.org dwz.cn t.cn suo.im url.cn reurl.cc
  tinu.be ppt.cc lihi.cc vk.cc wp.me j.mp u.nu y.gy spoo.me w.wiki a.co iplogger.org grabify.link ipgrabber.ru 2no.co
`);

/** Files that anyone leaves there without an account. */
export const fileDropHosts = words(`
  transfer.sh 0x0.st file.io anonfiles.com anonfile.com bayfiles.com gofile.io catbox.moe litterbox.catbox.moe files.catbox.moe
  tmpfiles.org temp.sh oshi.at uguu.se pomf.lain.la pomf.cat bashupload.com keep.sh wetransfer.com we.tl sendspace.com mediafire.com
  mega.nz mega.co.nz mega.io zippyshare.com send.vis.ee send.tresorit.com ufile.io uploadfiles.io easyupload.io filebin.net
  pixeldrain.com krakenfiles.com workupload.com 1fichier.com dropmefiles.com sendgb.com fex.net filetransfer.io
  transferfile.io upload.ee envs.sh x0.at ttm.sh free.keep.sh filepush.co tmp.ninja qu.ax cockfile.com buzzheavier.com
  limewire.com swisstransfer.com cdn.discordapp.com media.discordapp.net webdav.pcloud.link storj.link linkstorage.io
  bunkr.si cyberdrop.me dosya.co turbobit.net rapidgator.net uptobox.com s.go.ro dropfiles.org paste.c-net.org
`);

/** Names that follow the address of a home line. */
export const dynamicDnsHosts = words(`
  duckdns.org no-ip.com no-ip.org no-ip.biz noip.me ddns.net hopto.org zapto.org sytes.net serveftp.com servehttp.com servebeer.com
  myftp.org myftp.biz bounceme.net redirectme.net ddnsking.com gotdns.ch dyndns.org dyndns.info dyndns.biz dynalias.com dynalias.net
  dyn.com homeip.net homelinux.com homelinux.org dnsalias.com dnsalias.net is-a-geek.com freedns.afraid.org afraid.org mooo.com
  chickenkiller.com us.to strangled.net ignorelist.com jumpingcrab.com twilightparadox.com crabdance.com dynv6.net dynu.net
  dynu.com kozow.com accesscam.org camdvr.org freeddns.org ooguy.com theworkpc.com casacam.net giize.com gleeze.com
  mywire.org webredirect.org loseyourip.com 3322.org f3322.net 8866.org vicp.net oicp.net gicp.net xicp.net changeip.com
  nsupdate.info spdns.de spdns.org selfip.com selfip.net dnsdynamic.org publicvm.com linkpc.net sslip.io nip.io xip.io
  traefik.me localtest.me
`);

/** Anyone hosts pages and programs there for nothing. */
export const freeHostingHosts = words(`
  github.io gitlab.io netlify.app netlify.com vercel.app now.sh herokuapp.com workers.dev pages.dev r2.dev surge.sh glitch.me
  repl.co replit.app replit.dev render.com onrender.com fly.dev railway.app up.railway.app web.app firebaseapp.com firebaseio.com
  appspot.com run.app cloudfunctions.net azurewebsites.net azurestaticapps.net azureedge.net blob.core.windows.net
  cloudapp.azure.com cloudapp.net trafficmanager.net s3.amazonaws.com cloudfront.net execute-api.amazonaws.com lambda-url.on.aws
  elasticbeanstalk.com amplifyapp.com awsapprunner.com digitaloceanspaces.com ondigitalocean.app linodeobjects.com
  backblazeb2.com wasabisys.com storage.googleapis.com deno.dev val.run web.val.run val.town codesandbox.io csb.app stackblitz.io
  webcontainer.io gitpod.io github.dev app.github.dev neocities.org 000webhostapp.com infinityfreeapp.com epizy.com rf.gd byethost.com
  weebly.com wixsite.com wordpress.com blogspot.com tumblr.com square.site carrd.co webflow.io framer.app framer.website notion.site
  tiiny.site tiiny.host edgeone.app pythonanywhere.com cyclic.app adaptable.app koyeb.app northflank.app zeabur.app hf.space
  streamlit.app supabase.co ipfs.io dweb.link cloudflare-ipfs.com nftstorage.link w3s.link ipfs.dweb.link arweave.net
  altervista.org atspace.cc awardspace.net x10host.com ucoz.com jimdo.com strikingly.com bubbleapps.io retool.app
`);

/** Registries that sell to anyone for next to nothing and are therefore the attackers' choice. */
export const cheapEndings = new Set(
  words(`tk ml ga cf gq top zip mov click country stream download work party loan men rest icu cam quest cyou sbs cfd bond monster
    lol pw cc su buzz surf bar beauty hair skin makeup mom boats autos yachts homes motorcycles gdn science racing win bid trade
    review date faith accountant cricket webcam kim xin xyz`),
);

/** Hosts of installers that many people pipe into a shell. */
export const installerHosts = words(`
  sh.rustup.rs static.rust-lang.org rustup.rs astral.sh get.docker.com get.chezmoi.io download.docker.com bun.sh bun.com deno.land deno.com
  install.python-poetry.org pdm-project.org pdm.fming.dev get.pnpm.io mise.run mise.jdx.dev rtx.pub nixos.org install.determinate.systems
  get.volta.sh volta.sh get.k3s.io get.rke2.io k0s.sh get.k0s.sh get.helm.sh fnm.vercel.app bootstrap.pypa.io ollama.com
  install.duckdb.org cli.github.com get.sdkman.io get.haskellup.org get-ghcup.haskell.org sh.ghcup.haskell.org brew.sh
  deb.nodesource.com rpm.nodesource.com nodejs.org raw.githubusercontent.com/nvm-sh raw.githubusercontent.com/Homebrew
  raw.githubusercontent.com/helm raw.githubusercontent.com/pyenv raw.githubusercontent.com/ohmyzsh raw.githubusercontent.com/asdf-vm
  raw.githubusercontent.com/golangci raw.githubusercontent.com/kubernetes-sigs raw.githubusercontent.com/rancher
  raw.githubusercontent.com/anchore raw.githubusercontent.com/aquasecurity raw.githubusercontent.com/securego
  raw.githubusercontent.com/foundry-rs raw.githubusercontent.com/argoproj raw.githubusercontent.com/microsoft
  raw.githubusercontent.com/google raw.githubusercontent.com/anthropics raw.githubusercontent.com/trufflesecurity
  raw.githubusercontent.com/github raw.githubusercontent.com/moovweb raw.githubusercontent.com/rbenv
  raw.githubusercontent.com/tj raw.githubusercontent.com/junegunn raw.githubusercontent.com/composer
  raw.githubusercontent.com/creationix raw.githubusercontent.com/rust-lang raw.githubusercontent.com/zed-industries
  pyenv.run ohmyz.sh starship.rs get.pulumi.com install.meteor.com fly.io toolbelt.heroku.com cli-assets.heroku.com
  get.tuxcare.com sdk.cloud.google.com dl.google.com packages.cloud.google.com cli.run.pivotal.io claude.ai
  foundry.paradigm.xyz cursor.com opencode.ai aka.ms packages.microsoft.com dot.net get.scoop.sh chocolatey.org
  community.chocolatey.org proto.moonrepo.dev moonrepo.dev install.goreleaser.com goreleaser.com just.systems get.jetify.com
  get.jetpack.io devenv.sh linkerd.io run.linkerd.io istio.io get.tanzu.vmware.com get.opentofu.org opentofu.org
  rclone.org tailscale.com pkgs.tailscale.com code-server.dev get.rvm.io rvm.io cpanmin.us get.glide.sh webi.sh webinstall.dev
  releases.hashicorp.com apt.releases.hashicorp.com dlcdn.apache.org go.dev golang.org sh.vector.dev get.docksal.io
  install.julialang.org julialang.org getcomposer.org cli.doppler.com cli.infisical.com download.agent.dev solana.com
  release.solana.com release.anza.xyz sui.io cli.fastly.com wasmtime.dev get.wasmer.io wasmer.io wasmcloud.com setup.atuin.sh
  get.dapr.io fastly.com dl.k8s.io awscli.amazonaws.com cli.codecov.io uploader.codecov.io codecov.io app.snyk.io
  static.snyk.io semgrep.dev packagecloud.io get.trunk.io trunk.io earthly.dev dagger.io dl.dagger.io depot.dev
  micro.mamba.pm repo.anaconda.com conda.anaconda.org pixi.sh prefix.dev rye.astral.sh rye-up.com hatch.pypa.io
`);

/** Services that publish an interface or packages under a name of their own: contacting them says little. */
export const vendorHosts = words(`
  github.com api.github.com githubusercontent.com codeload.github.com ghcr.io gitlab.com bitbucket.org codeberg.org sourceforge.net
  npmjs.org npmjs.com yarnpkg.com jsr.io esm.sh unpkg.com jsdelivr.net cdnjs.cloudflare.com pypi.org pythonhosted.org python.org
  crates.io docs.rs rubygems.org packagist.org maven.org maven.apache.org apache.org nuget.org golang.org go.dev pkg.go.dev
  docker.com docker.io quay.io gcr.io mcr.microsoft.com debian.org ubuntu.com fedoraproject.org archlinux.org alpinelinux.org
  kernel.org gnu.org mozilla.org w3.org ietf.org json-schema.org schema.org schemastore.org whatwg.org ecma-international.org
  anthropic.com claude.com claude.ai openai.com chatgpt.com googleapis.com google.com google.dev gstatic.com youtube.com gemini.google.com
  x.ai mistral.ai cohere.ai cohere.com groq.com together.xyz together.ai openrouter.ai perplexity.ai replicate.com
  fireworks.ai deepseek.com huggingface.co hf.co elevenlabs.io deepgram.com assemblyai.com stability.ai voyageai.com jina.ai tavily.com
  exa.ai firecrawl.dev serper.dev serpapi.com brave.com duckduckgo.com bing.com ollama.com langchain.com smith.langchain.com langfuse.com
  wandb.ai comet.com pinecone.io qdrant.io weaviate.io trychroma.com modal.com runpod.io replit.com cursor.com cursor.sh
  amazonaws.com amazon.com aws.dev azure.com microsoft.com microsoftonline.com office.com live.com windows.net windowsupdate.com
  visualstudio.com vscode.dev apple.com icloud.com oracle.com ibm.com salesforce.com adobe.com sap.com digitalocean.com linode.com
  hetzner.cloud hetzner.com vultr.com cloudflare.com vercel.com netlify.com heroku.com fly.io render.com supabase.com firebase.com
  neon.tech planetscale.com mongodb.com redis.com redis.io elastic.co confluent.io snowflake.com databricks.com fivetran.com
  slack.com discord.com telegram.org twilio.com sendgrid.com sendgrid.net mailgun.net mailgun.com postmarkapp.com resend.com
  mailchimp.com customer.io intercom.io zendesk.com freshdesk.com hubspot.com hubapi.com stripe.com paypal.com squareup.com
  shopify.com braintreegateway.com adyen.com plaid.com coinbase.com binance.com kraken.com etherscan.io infura.io alchemy.com
  coingecko.com polygon.io alphavantage.co finnhub.io yahoo.com notion.com notion.so airtable.com linear.app atlassian.com
  atlassian.net trello.com asana.com monday.com clickup.com todoist.com figma.com miro.com dropboxapi.com dropbox.com box.com
  zoom.us calendly.com twitter.com x.com twimg.com facebook.com graph.facebook.com instagram.com linkedin.com reddit.com tiktok.com
  pinterest.com spotify.com twitch.tv ycombinator.com firebaseio.com producthunt.com medium.com dev.to stackoverflow.com stackexchange.com wikipedia.org
  wikimedia.org arxiv.org ncbi.nlm.nih.gov nih.gov europa.eu who.int nasa.gov noaa.gov weather.gov census.gov sec.gov fda.gov ebi.ac.uk
  uniprot.org rcsb.org ensembl.org pubchem.ncbi.nlm.nih.gov crossref.org semanticscholar.org openalex.org doi.org zenodo.org
  kaggle.com openstreetmap.org mapbox.com openweathermap.org open-meteo.com newsapi.org sentry.io datadoghq.com newrelic.com
  grafana.com grafana.net honeycomb.io pagerduty.com opsgenie.com statuspage.io segment.io segment.com amplitude.com mixpanel.com
  posthog.com plausible.io hotjar.com fullstory.com launchdarkly.com split.io auth0.com okta.com clerk.com clerk.dev workos.com
  hashicorp.com terraform.io pulumi.com ansible.com redhat.com jenkins.io circleci.com travis-ci.com buildkite.com codecov.io
  sonarcloud.io snyk.io semgrep.dev socket.dev osv.dev nvd.nist.gov nist.gov mitre.org cisa.gov virustotal.com shodan.io haveibeenpwned.com
  1password.com bitwarden.com doppler.com vault.azure.net letsencrypt.org shields.io badgen.net img.shields.io codepen.io
  jquery.com bootstrapcdn.com fontawesome.com fonts.bunny.net tailwindcss.com reactjs.org react.dev vuejs.org angular.io svelte.dev
  nodejs.org typescriptlang.org eslint.org prettier.io vitejs.dev vite.dev nextjs.org remix.run expo.dev electronjs.org tauri.app
  playwright.dev pptr.dev selenium.dev cypress.io storybook.js.org chromatic.com browserbase.com browserstack.com saucelabs.com
  modelcontextprotocol.io agentskills.io skills.sh smithery.ai tessl.io context7.com mermaid.ink mermaid.live kroki.io plantuml.com
  unsplash.com pexels.com pixabay.com giphy.com picsum.photos placehold.co via.placeholder.com gravatar.com httpbin.org
  jsonplaceholder.typicode.com reqres.in postman.com postman-echo.com swagger.io petstore.swagger.io api.nasa.gov
  zapier.com n8n.io make.com ifttt.com workato.com buffer.com hootsuite.com later.com canva.com vimeo.com loom.com
  readthedocs.io readthedocs.org rust-lang.org haskell.org ruby-lang.org php.net perl.org cpan.org cran.r-project.org julialang.org
  hackerone.com bugcrowd.com owasp.org portswigger.net exploit-db.com cve.org first.org iana.org rfc-editor.org
`);

/** Names of vendors that others like to borrow, with the domains that are theirs. */
export const brands: readonly (readonly [word: string, domains: readonly string[]])[] = [
  [
    'github',
    words(
      'github.com github.io githubusercontent.com github.dev github.blog githubassets.com githubapp.com githubcopilot.com githubstatus.com github.community',
    ),
  ],
  ['githubusercontent', words('githubusercontent.com')],
  ['gitlab', words('gitlab.com gitlab.io gitlab.net gitlab.org')],
  ['bitbucket', words('bitbucket.org bitbucket.io')],
  ['anthropic', words('anthropic.com anthropic.skilljar.com')],
  ['claude', words('claude.ai claude.com claudeusercontent.com')],
  [
    'openai',
    words('openai.com openai.azure.com oaistatic.com oaiusercontent.com openai.org openai.fm'),
  ],
  ['chatgpt', words('chatgpt.com')],
  ['googleapis', words('googleapis.com')],
  [
    'google',
    words(
      'google.com google.dev google.org google.ai google.cloud googleapis.com googlesource.com googleblog.com withgoogle.com google',
    ),
  ],
  ['microsoft', words('microsoft.com microsoftonline.com microsoft.net office.com')],
  [
    'azure',
    words('azure.com azure.net azure.cn azurewebsites.net azure-api.net azureml.ms windows.net'),
  ],
  ['amazonaws', words('amazonaws.com amazonaws.com.cn')],
  ['npmjs', words('npmjs.org npmjs.com npmjs.help')],
  ['pypi', words('pypi.org pypi.io pypi.python.org')],
  ['pythonhosted', words('pythonhosted.org')],
  ['dockerhub', words('docker.com docker.io')],
  ['huggingface', words('huggingface.co hf.co huggingface.tech')],
  ['stripe', words('stripe.com stripe.dev stripe.network stripecdn.com')],
  ['paypal', words('paypal.com paypal.me paypalobjects.com')],
  [
    'cloudflare',
    words(
      'cloudflare.com cloudflare.net cloudflare.dev cloudflare-dns.com cloudflare-ipfs.com trycloudflare.com cloudflareclient.com cloudflarestorage.com',
    ),
  ],
  ['metamask', words('metamask.io')],
  ['coinbase', words('coinbase.com coinbase.dev')],
  ['binance', words('binance.com binance.org binance.us binance.vision')],
  ['homebrew', words('brew.sh homebrew.bintray.com')],
  ['rustup', words('rustup.rs')],
  ['nodejs', words('nodejs.org nodejs.dev')],
  ['vscode', words('vscode.dev vscode-cdn.net vscode-unpkg.net')],
  ['atlassian', words('atlassian.com atlassian.net atlassian.io')],
  ['dropbox', words('dropbox.com dropboxapi.com dropboxusercontent.com')],
  ['telegram', words('telegram.org telegram.me telegram.dog')],
  [
    'vercel',
    words('vercel.com vercel.app vercel.sh vercel.dev vercel-storage.com vercel-insights.com'),
  ],
  ['supabase', words('supabase.com supabase.co supabase.in supabase.io supabase.help')],
  ['datadog', words('datadoghq.com datadoghq.eu')],
  ['okta', words('okta.com oktapreview.com okta-emea.com')],
];
