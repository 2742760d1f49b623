# The front: sends the precompressed files itself and hands the rest to the server.
#   docker build -f tools/containers/front.Dockerfile -t kickoff-front .
# Pages that are open load files of the release before. With --build-arg PREVIOUS=<the image of that
# release> the front has them too.
ARG PREVIOUS=caddy:2.11-alpine
FROM ${PREVIOUS} AS previous

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npx nx run-many -t build -p shell 'mf-*'
# Under the addresses that browsers ask for.
RUN mkdir -p /srv/remotes && mv shell/dist/assets /srv/assets \
  && for part in mf-*; do mv "$part/dist" "/srv/remotes/${part#mf-}"; done

FROM caddy:2.11-alpine
RUN adduser -D -u 10001 kickoff && mkdir -p /data/caddy /config/caddy && chown -R kickoff /data /config
COPY --from=previous /srv /srv
COPY --from=build /srv /srv
COPY tools/containers/Caddyfile /etc/caddy/Caddyfile
USER kickoff
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/api/health/live"]
