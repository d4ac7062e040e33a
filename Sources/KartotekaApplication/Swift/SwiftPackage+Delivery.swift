import KartotekaScreens

// The files with which a package is delivered.
extension SwiftPackage {
  /// An image with the release alone. Within its container the server listens to this machine, as everywhere.
  static func dockerfile(_ name: String) -> String {
    """
    # The first build takes minutes, later ones keep what has not changed.
    FROM swift:6.2-bookworm AS build
    RUN apt-get update && apt-get install --yes --no-install-recommends \\
        libsqlite3-dev libssl-dev zlib1g-dev libcurl4-openssl-dev
    WORKDIR /package
    COPY . .
    RUN --mount=type=cache,target=/package/.build \\
        swift build -c release --static-swift-stdlib --product \(name) && \\
        strip -o /\(name) .build/release/\(name)

    FROM debian:bookworm-slim
    RUN apt-get update && apt-get install --yes --no-install-recommends \\
        libsqlite3-0 libssl3 zlib1g libcurl4 curl ca-certificates tzdata && rm -rf /var/lib/apt/lists/*
    RUN useradd --system --home-dir /data --shell /usr/sbin/nologin app && install -d -o app -g app -m 0700 /data
    COPY --from=build /\(name) /usr/local/bin/\(name)
    USER app
    ENV KARTOTEKA_DATA=/data
    VOLUME /data
    STOPSIGNAL SIGTERM
    HEALTHCHECK CMD curl --fail --silent --output /dev/null http://127.0.0.1:8080/health
    ENTRYPOINT ["\(name)"]
    CMD ["serve"]

    """
  }

  /// A unit that may write nothing but the data.
  static func unit(_ document: AppDocument) -> String {
    let name = document.name
    return """
      [Unit]
      Description=\(document.title.replacing("\n", with: " ").replacing("%", with: "%%"))
      After=network.target

      [Service]
      User=\(name)
      Group=\(name)
      StateDirectory=\(name)
      StateDirectoryMode=0700
      EnvironmentFile=-/etc/\(name)/environment
      # Add --allow-host with the name of the server, and --proxy 127.0.0.1 behind a proxy of this machine.
      ExecStart=/usr/local/bin/\(name) serve --data /var/lib/\(name)
      Restart=on-failure
      RestartSec=5
      TimeoutStopSec=30
      LimitNOFILE=8192
      NoNewPrivileges=yes
      PrivateTmp=yes
      PrivateDevices=yes
      ProtectSystem=strict
      ProtectHome=yes
      ProtectKernelTunables=yes
      ProtectControlGroups=yes
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
      RestrictSUIDSGID=yes

      [Install]
      WantedBy=multi-user.target

      """
  }

  /// The chapter of the README.
  static func delivery(_ name: String) -> String {
    """
    ## A server

    The server listens to its machine alone: a proxy with HTTPS stands in front of it. As a service of systemd:

    ```
    swift build -c release --static-swift-stdlib
    sudo install .build/release/\(name) /usr/local/bin/
    sudo useradd --system --home-dir /var/lib/\(name) --shell /usr/sbin/nologin \(name)
    sudo install -m 0644 \(name).service /etc/systemd/system/
    sudo systemctl enable --now \(name)
    ```

    In a container, whose data are in a volume:

    ```
    docker build -t \(name) .
    docker run --detach --restart unless-stopped --network host --volume \(name):/data --name \(name) \(name)
    docker exec \(name) \(name) backup \(name) /tmp/\(name).sqlite
    docker cp \(name):/tmp/\(name).sqlite .
    ```

    `Package.swift` has to name Kartoteka's repository for that, and no folder of this machine.

    """
  }
}
