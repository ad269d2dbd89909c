# The server, its worker and the command line in one image: `docker build -t svc-registry .`
FROM node:24-bookworm-slim AS base
# for packages with a native part, where no ready-made one can be had
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./

FROM base AS packages
RUN npm ci --omit=dev

FROM base AS build
RUN npm ci
COPY . .
RUN npm run build && rm -r dist/client

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  SVC_DATA_DIR=/var/lib/svc \
  SVC_HOST=0.0.0.0
# for workers: runs against a clone of a repository, and the sandbox around them
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY docs ./docs
COPY package.json LICENSE ./
# a new volume takes over the owner of the folder
RUN ln -s /app/dist/bin/svc.cjs /usr/local/bin/svc \
  && ln -s /app/dist/bin/lnk.cjs /usr/local/bin/lnk \
  && install -d -o node -g node -m 700 /var/lib/svc
USER node
VOLUME /var/lib/svc
EXPOSE 4873
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SVC_PORT || 4873}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["svc"]
CMD ["serve"]
