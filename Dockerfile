# docker build -t quickbrew . && docker run -p 8080:8080 -v quickbrew:/data quickbrew
#
# Without a service's name a container of it runs the whole stack: deploy/container/README.md.

FROM docker.io/library/swift:6.3-bookworm AS build
WORKDIR /src
COPY deploy deploy
RUN deploy/package --install && rm -rf /var/lib/apt/lists/*
COPY . .
RUN --mount=type=cache,target=/src/.build deploy/package --compression none --into /packages

FROM docker.io/library/debian:bookworm-slim
# What the packages depend on, without systemd, as nothing here boots, and of the fonts those that
# the map is lettered with.
RUN --mount=type=bind,from=build,source=/packages,target=/packages set -eu; \
    depends=$(for each in /packages/*.deb; do dpkg-deb -f "$each" Depends | tr ',|' '\n\n'; done | \
      sed 's/^ *//; s/ .*//' | grep -vxE 'quickbrew.*|systemd|init-system-helpers' | sort -u); \
    apt-get update; \
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      $depends ca-certificates supervisor; \
    for each in /packages/*.deb; do \
      dpkg-deb --fsys-tarfile "$each" | tar -x -C / --keep-directory-symlink; \
    done; \
    find /usr/share/fonts/truetype/noto -type f -regextype egrep ! -regex \
      '.*/NotoSans(Armenian|Georgian|Hebrew|Arabic|Thai|Ethiopic)?-(Regular|Bold|Italic)\.ttf' \
      -delete; \
    rm -rf /var/lib/apt/lists/* /var/cache/apt /var/cache/debconf/*-old /var/log/*.log; \
    printf 'quickbrew:x:990:990:QuickBrew:/data:/usr/sbin/nologin\n' >>/etc/passwd; \
    printf 'quickbrew:x:990:\n' >>/etc/group; \
    install -d -m 1777 /data
COPY --chmod=755 deploy/container/service deploy/container/health /usr/lib/quickbrew/
# Any user may write to /data; the home in it is closed to all but the one who made it.
ENV LANG=C.UTF-8 TMPDIR=/data QUICKBREW_HOME=/data/home \
    QUICKBREW_CONFIG=/etc/quickbrew/quickbrew.conf
USER 990:990
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/lib/quickbrew/health"]
ENTRYPOINT ["/usr/lib/quickbrew/service"]
