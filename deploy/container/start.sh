#!/bin/sh
# Runs one service of an image: `start.sh gateway` or `start.sh proxy`.
set -eu

service=$1

# A secret may come as a file: PROXY_SECRET_FILE=/run/secrets/proxy_secret, as compose and Kubernetes mount them.
for name in PROXY_SECRET ADMIN_TOKEN REDIS_URL REMOTE_AGENT_KEY; do
  eval "file=\${${name}_FILE-}"
  if [ -n "$file" ]; then
    value=$(cat "$file")
    export "$name=$value"
    unset "${name}_FILE"
  fi
done

# Gateways on other machines reach a proxy of a cluster by its address, unless it is told otherwise.
if [ "$service" = proxy ] && [ -n "${REDIS_URL-}" ]; then
  address=$(hostname -i | cut -d ' ' -f 1)
  : "${PROXY_ID:=$(hostname)}"
  : "${PROXY_ADVERTISE_URL:=ws://$address:$PROXY_PORT/llmsocket/8002}"
  export PROXY_ID PROXY_ADVERTISE_URL
fi

exec node "dist/services/$service/main.js"
