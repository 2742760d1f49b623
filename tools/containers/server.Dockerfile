# The server: API, pages and jobs in one process. Build it from the root of the project:
#   docker build -f tools/containers/server.Dockerfile -t kickoff-server .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npx nx run-many -t build
# The builds of all micro-frontends, whatever their names are.
RUN for part in shell mf-*; do mkdir -p "front-end/$part" && mv "$part/dist" "front-end/$part/dist"; done
# The image needs no build tools, only the packages of the backend.
RUN npm ci --omit=dev --workspace @kickoff/backend

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 KICKOFF_DATA=/data
# The same limits of memory as in npm start.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build --chown=node:node /app/node_modules node_modules
COPY --from=build --chown=node:node /app/package.json package.json
COPY --from=build --chown=node:node /app/libs/contracts libs/contracts
COPY --from=build --chown=node:node /app/backend backend
COPY --from=build --chown=node:node /app/front-end ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "backend/dist/main.js"]
