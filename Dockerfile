# The image of the server and the push worker: docker build -t davenport .
# It runs as an unprivileged user and writes no files. It reads its configuration from the environment: see .env.example.

FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends binutils git libcurl4-openssl-dev libpng-dev libpq-dev libssl-dev libturbojpeg0-dev libwebp-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# A separate layer for the dependencies, so that a change of Davenport's code doesn't fetch them again.
# Package.pins.json has the versions of all packages, also of those that only other packages need.
COPY Package.swift Package.pins.json ./
RUN cp Package.pins.json Package.resolved && swift package --scratch-path /var/tmp/davenport-release/build resolve
# The script that makes the releases builds the same programs here.
COPY . .
RUN bin/release build /program && rm -r /program/debug

FROM debian:bookworm-slim
# The version of pg_dump and pg_restore, for backups: at least the server's. Debian has 15; others come from PostgreSQL's own packages.
ARG POSTGRES_CLIENT=15
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl libcurl4 libpng16-16 libpq5 libssl3 libturbojpeg0 libwebp7 libwebpdemux2 libwebpmux3 \
    && if [ "$POSTGRES_CLIENT" != 15 ]; then \
        apt-get install -y --no-install-recommends postgresql-common && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; fi \
    && apt-get install -y --no-install-recommends "postgresql-client-$POSTGRES_CLIENT" \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home --uid 10001 davenport
# The programs look for their resources (migrations, word lists, web client) in their own folder.
COPY --from=build /program /opt/davenport
RUN ln -s /opt/davenport/davenport /opt/davenport/davenport-push /usr/local/bin/
USER 10001
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD curl --fail --silent --output /dev/null "http://127.0.0.1:$PORT/health/live"
# No entry point, because hosting providers run the commands of heroku.yml, fly.toml and similar files as they are written.
CMD ["davenport", "serve"]
