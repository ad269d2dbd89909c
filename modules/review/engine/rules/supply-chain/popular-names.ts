/** Names that attackers imitate, and names that only look like them. By how often they are downloaded. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const popularNpm = words(`
  accepts acorn acorn-jsx acorn-walk agent-base ajv-formats ajv-keywords angular ansi-escapes ansi-regex ansi-styles anthropic anymatch
  apollo-server argparse aria-query async asynckit available-typed-arrays axios babel-cli balanced-match base64-js baseline-browser-mapping
  bcrypt bcryptjs better-sqlite3 bignumber.js binary-extensions bitcoinjs-lib bluebird body-parser bootstrap brace-expansion braces
  browserslist buffer buffer-from bytes call-bind call-bind-apply-helpers call-bound callsites camelcase caniuse-lite canvas ccxt chalk
  chart.js cheerio chokidar chownr ci-info cjs-module-lexer cli-cursor cliui color-convert color-name colors combined-stream commander
  compression concat-map concurrently connect-redis content-disposition content-type convert-source-map cookie cookie-parser
  cookie-signature core-util-is cors cosmiconfig create-next-app create-react-app cross-env cross-spawn crypto-js css-tree csstype cypress
  date-fns dayjs debug deep-is deepmerge define-data-property define-properties define-property delayed-stream detect-libc discord.js
  docsify doctrine docusaurus docx dom-serializer domhandler domutils dotenv dunder-proto eastasianwidth ee-first electron electron-builder
  electron-to-chromium elliptic emoji-regex encodeurl end-of-stream enhanced-resolve entities error-ex es-abstract es-define-property
  es-errors es-module-lexer es-object-atoms es-set-tostringtag esbuild escalade escape-html escape-string-regexp eslint eslint-scope
  eslint-visitor-keys espree esprima esquery esrecurse estraverse estree-walker esutils ethers event-stream eventemitter3 events exceljs
  execa expo express express-session express-validator extend-shallow fast-deep-equal fast-glob fast-json-stable-stringify fast-levenshtein
  fast-xml-parser fastify fastq file-entry-cache fill-range finalhandler find-up firebase firebase-admin flat-cache flatted follow-redirects
  for-each foreground-child form-data fresh fs-extra fs.realpath function-bind ganache gatsby gensync get-caller-file get-intrinsic
  get-proto get-stream glob-parent globals globby graceful-fs graphql handlebars hapi hardhat has-flag has-property-descriptors has-symbols
  has-tostringtag hasown helmet highlight.js hosted-git-info htmlparser2 http-errors http-proxy-agent http-proxy-middleware http-server
  https-proxy-agent human-signals husky iconv-lite ieee754 ignore immer import-fresh imurmurhash indent-string inflight inherits inquirer
  internal-slot ioredis ipaddr.js is-arrayish is-binary-path is-callable is-core-module is-date-object is-docker is-extglob
  is-fullwidth-code-point is-generator-function is-glob is-number is-plain-obj is-plain-object is-regex is-shared-array-buffer is-stream
  is-string is-symbol is-typed-array is-unicode-supported is-wsl isarray isexe istanbul-lib-instrument jackspeak jest jest-diff
  jest-matcher-utils jest-message-util jest-mock jest-regex-util jest-util jest-worker jimp jquery js-tokens js-yaml jsesc json-buffer
  json-parse-even-better-errors json-schema-traverse json-stable-stringify-without-jsonify json5 jsonfile jsonwebtoken katex kind-of knex
  langchain lerna lightningcss-linux-x64-musl lines-and-columns lint-staged live-server llamaindex locate-path lodash lodash.merge
  log-symbols loose-envify lru-cache luxon magic-string make-dir markdown-it marked math-intrinsics mdn-data media-typer merge-descriptors
  merge-stream merge2 mermaid micromatch mime-db mime-types mimic-fn minimatch minimist minipass mkdirp mocha moment mongodb mongoose morgan
  multer mustache mute-stream mysql2 nanoid natural-compare negotiator nest netlify-cli next node-fetch node-gyp node-ipc node-releases
  nodemailer nodemon normalize-path npm-run-path nuxt object-assign object-inspect object-keys object.assign on-finished onetime openai
  optionator p-limit p-locate p-map p-try package-json-from-dist parcel parent-module parse-json parse5 parseurl passport path-exists
  path-is-absolute path-key path-parse path-scurry path-to-regexp path-type pdf-lib pdfkit picocolors picomatch pkg-dir playwright
  playwright-core pnpm possible-typed-array-names postcss postcss-selector-parser postcss-value-parser prelude-ls prettier pretty-format
  prisma process-nextick-args proxy-from-env punycode puppeteer puppeteer-core queue-microtask range-parser raw-body react react-dom
  react-is react-native react-router-dom readable-stream readdirp redis redux regenerator-runtime regexp.prototype.flags rehype remark
  request require-directory require-from-string resolve resolve-from restore-cursor retry reusify rimraf rollup run-parallel rxjs
  safe-buffer safe-regex-test safer-buffer scheduler schema-utils secp256k1 selenium-webdriver semver sequelize serialport serve
  serve-static serverless set-function-length setprototypeof sharp shebang-command shebang-regex shelljs side-channel side-channel-list
  side-channel-map side-channel-weakmap signal-exit slash slice-ansi socket.io socket.io-client solana-web3.js solc source-map source-map-js
  source-map-support sprintf-js sqlite3 statuses storybook string-width string.prototype.trimend string.prototype.trimstart string_decoder
  strip-ansi strip-bom strip-final-newline strip-json-comments stripe superagent supports-color supports-preserve-symlinks-flag svelte
  swagger-ui-express tailwindcss tapable telecom-mas-agent telegraf telegram tensorflow three tinyglobby to-regex-range toidentifier
  tough-cookie truffle ts-api-utils ts-node tsconfig-paths tslib turbo twilio type-check type-fest type-is typeorm typescript ua-parser-js
  underscore undici-types unified universalify unpipe update-browserslist-db uri-js util-deprecate uuid validator vercel vite vitest web3
  web3.js webidl-conversions webpack whatwg-mimetype whatwg-url which which-boxed-primitive which-typed-array winston word-wrap wrangler
  wrap-ansi wrappy write-file-atomic yallist yargs yargs-parser yarn yocto-queue zustand
`);

/** In the form in which names of PyPI are compared. */
export const popularPypi = words(`
  aiobotocore aiofiles aiohappyeyeballs aiohttp aioitertools aiosignal aiosqlite alembic annotated-doc annotated-types ansible anthropic
  anyio argcomplete argon2-cffi argon2-cffi-bindings arrow asgiref asn1crypto asttokens async-timeout asyncpg attrs authlib autogen awscli
  awswrangler azure-common azure-core azure-identity azure-storage-blob babel backoff backports-tarfile backports-zstd bcrypt beartype
  beautifulsoup4 bitcoinlib black bleach blinker bokeh boto3 botocore brotli browser-use build cachecontrol cachetools cattrs cbor2 ccxt
  celery certifi cfn-lint chardet charset-normalizer chromadb click cloudpickle cohere colorama colorlog confluent-kafka contourpy coverage
  crashtest crewai croniter cryptography cycler cyclopts cython dacite dash databricks-sdk databricks-sql-connector dataclasses-json datadog
  datasets dbt-adapters dbt-common dbt-core debugpy decorator deepdiff defusedxml deprecated deprecation discord-py discord.py distlib
  distro django dnspython docker docstring-parser docutils dulwich durationpy editables elasticsearch elevenlabs email-validator et-xmlfile
  eth-account exceptiongroup execnet executing fabric faker fastapi fastjsonschema fastmcp fastuuid ffmpeg-python filelock flake8 flask
  flatbuffers fonttools frozenlist fsspec future gcsfs gensim gitdb gitpython google-ads google-analytics-admin google-api-core
  google-api-python-client google-auth google-auth-httplib2 google-auth-oauthlib google-cloud-aiplatform google-cloud-automl
  google-cloud-batch google-cloud-bigquery google-cloud-bigquery-datatransfer google-cloud-bigtable google-cloud-compute google-cloud-core
  google-cloud-dataflow-client google-cloud-dataform google-cloud-dataproc-metastore google-cloud-dlp google-cloud-kms google-cloud-language
  google-cloud-logging google-cloud-memcache google-cloud-monitoring google-cloud-orchestration-airflow google-cloud-os-login
  google-cloud-pubsub google-cloud-redis google-cloud-resource-manager google-cloud-run google-cloud-secret-manager google-cloud-speech
  google-cloud-storage google-cloud-tasks google-cloud-texttospeech google-cloud-videointelligence google-cloud-vision
  google-cloud-workflows google-crc32c google-genai google-resumable-media googleapis-common-protos gradio graphql-core greenlet griffelib
  groq grpc-google-iam-v1 grpcio grpcio-health-checking grpcio-status grpcio-tools gunicorn hatchling hf-xet hpack httpcore httplib2
  httptools httpx httpx-sse huggingface-hub hyperframe identify importlib-metadata importlib-resources iniconfig installer instaloader
  invoke ipykernel ipython ipython-pygments-lexers isodate isort itsdangerous jaraco-classes jaraco-context jaraco-functools jeepney jinja2
  jiter jmespath joblib joserfc json5 jsonpatch jsonpath-ng jsonpointer jsonref jsonschema jsonschema-path jsonschema-specifications jupyter
  jupyter-client jupyter-core keras keyring kiwisolver kubernetes langchain langchain-core langchain-openai langsmith libcst librt lightgbm
  linkify-it-py litellm llama-cloud-services llama-index llama-parse llvmlite loguru lxml markdown markdown-it-py markitdown markupsafe
  marshmallow matplotlib matplotlib-inline mccabe mdit-py-plugins mdurl mistralai mistune more-itertools moviepy mpmath msal-extensions
  msgpack msrest multidict multiprocess mypy mypy-extensions mysql-connector-python mysqlclient narwhals nbclient nbconvert nbformat
  nest-asyncio networkx nltk nodeenv notebook numba numpy oauthlib onnxruntime openai openai-whisper opencv-python openpyxl
  opentelemetry-api opentelemetry-exporter-otlp opentelemetry-exporter-otlp-proto-common opentelemetry-exporter-otlp-proto-grpc
  opentelemetry-exporter-otlp-proto-http opentelemetry-exporter-prometheus opentelemetry-instrumentation opentelemetry-instrumentation-asgi
  opentelemetry-instrumentation-fastapi opentelemetry-instrumentation-requests opentelemetry-instrumentation-threading opentelemetry-proto
  opentelemetry-sdk opentelemetry-semantic-conventions opentelemetry-util-http oracledb orderly-set orjson packaging pandas pandas-stubs
  pandoc paramiko parso pathable pathspec pbs-installer pdfplumber pendulum pexpect pillow pinecone-client pipenv pkginfo platformdirs
  playwright plotly pluggy poetry poetry-core poetry-plugin-export pre-commit prettytable prometheus-client prompt-toolkit propcache
  proto-plus protobuf psutil psycopg psycopg-binary psycopg2 psycopg2-binary ptyprocess pure-eval py-key-value-aio pyarrow pyasn1
  pyasn1-modules pyautogui pycodestyle pycparser pycryptodome pycryptodomex pydantic pydantic-ai-slim pydantic-core pydantic-graph
  pydantic-settings pydub pyflakes pygithub pygments pyinstaller pyjwt pylint pymongo pymupdf pymysql pynacl pynput pyopenssl pypandoc
  pyparsing pypdf pypdf2 pyperclip pyproject-hooks pyrogram pysocks pytest pytest-asyncio pytest-cov pytest-json-ctrf pytest-mock
  pytest-timeout pytest-xdist python-dateutil python-discovery python-docx python-dotenv python-json-logger python-multipart python-pptx
  python-slugify python-telegram-bot pytokens pytube pywin32 pyyaml pyzmq rapidfuzz redis referencing regex replicate reportlab requests
  requests-file requests-oauthlib requests-toolbelt responses rfc3339-validator rich rich-rst rich-toolkit rpds-py ruamel-yaml
  ruamel-yaml-clib ruff s3transfer safetensors scikit-learn scipy scramp scrapy seaborn secretstorage selenium semver sendgrid sentry-sdk
  setproctitle setuptools setuptools-scm sglang shapely shellingham simplejson slack-sdk smart-open smmap sniffio snowflake-connector-python
  snowflake-snowpark-python snowflake-sqlalchemy solana sortedcontainers soupsieve spacy sphinx sqlalchemy sqlalchemy-bigquery sqlglot
  sqlparse sse-starlette stack-data starlette streamlit stripe structlog sympy tabulate telethon tenacity tensorflow termcolor
  text-unidecode textual threadpoolctl tiktoken tinycss2 together tokenizers tomli tomli-w tomlkit toolz torch tornado tqdm traitlets
  transformers tree-sitter tree-sitter-languages triton trove-classifiers tweepy twilio typedload typeguard typer types-protobuf
  types-pyyaml types-requests types-toml typing-extensions typing-inspect typing-inspection tzdata tzlocal uc-micro-py ujson uncalled-for
  uritemplate urllib3 uuid-utils uvicorn uvloop vcs-versioning virtualenv watchdog watchfiles wcwidth weaviate-client web3 webencodings
  websocket-client websockets werkzeug wheel whisper wrapt wsproto xgboost xlsxwriter xmltodict xxhash yfinance yt-dlp zope-interface
  zstandard
`);

/** One letter away from a popular name, and well known themselves. */
export const knownNeighbours = words(`
  accept aiofile aresponses args args-parser as-number attr bcrypto beautifulsoup binaryextensions bmocha boto
  bpython brace brakes camel-case cbor cchardet clui color color-namer colord 
  cookies cronitor crypt crypto-es crypto-ts ctransformers cwcwidth dargs dataset dbt-score
  deepdiff6 djongo dom-serialize dom-utils eclint edn-data efinance elasticsearch5 elasticsearch6 elasticsearch7
  elasticsearch8 elasticsearch9 enquirer eventemitter2 fabric2 fabric3 fastai findup flatten foreach formdata
  fs.extra futures gaxios git-python gitdb2 global google-adk google-oauth googleads graphiql grequests gsutil has-own 
  hjson htmlparser httpr hyper identity ijson inquirer2 ip-regex ipytest is-array is-blob is-node is-regexp is-typedarray
  isolate isstream it-glob jiwer jslint json json3 json8 jsona jsonc jsonp jsonpath jsons just-diff 
  lite-server markdown2 media-type merge mergee mime-type mimer mkdir mkdir-p mkdirp2 mocker mquery murmurhash myjwt
  mysql ncclient nest-asyncio2 ngboost one-time p-tap pargs parse parse-url parsejson
  parseuri parsl parsy path-parser pkginfo2 postcss-values-parser preact prettierx ps-node punycode2 pyaml  
  pylink pymssql pymupdfb pypd pypdf3 pypdf4 pytest-csv react-if react-vis readdir reds requests reqwest
  retworkx rs-module-lexer rsolve rsync scapy schedule scipp scrypt semiver semver4 server servie set-proto simpy slack
  slash2 smmap2 solara source-map-cjs spython sqlglotc sqlite storyblok strip synckit tombi toml tools tooz torchx ts-lib tslab tslint
  tsutils ttypescript unicorn uri-template urijs usort vargs vasync vbuild vyper wargs websocket whisperx willow wordwrap wsgiref xbytes
  xoto3
`);
