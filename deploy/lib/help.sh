# Sourced by deploy/stack: its help, one function a command.
# shellcheck shell=bash disable=SC2034,SC2154

help_stack() {
  cat <<'END'
Example: deploy/stack up --map helsinki.osm.pbf

Runs QuickBrew's services under a supervisor.

  up [--map FILE] [flags]              build the map, start everything, wait until all answer
  down                                 stop everything, leave nothing behind
  status [--json]                      each instance: state, pid, uptime, requests, latency, memory
  logs [-f] [-n LINES] [SERVICE]       what the services write, with their names in front
  restart [--rolling] [SERVICE]        restart all, or one service, instance by instance
  scale SERVICE N                      run N instances of a stateless service
  join TOKEN@ADDRESS:PORT              run services for the stack of another machine
  map build|update|rollback            build a map, update it, or go back to the one before
  map add NAME [EXTRACT...]|remove NAME add or remove another map beside the stack's own

State lives in QUICKBREW_HOME (default: .quickbrew in the checkout), closed to other users.
QUICKBREW_HTTP_PORT sets the port for browsers (default 8080). ~/.config/quickbrew.conf, which the
client reads too, may set 'stack' (the home), 'port' and 'map'.
'deploy/stack COMMAND --help' says more.
Exit status: 0 fine, 1 a service failed, 2 wrong usage, 5 not (all) running.
END
}

help_up() {
  cat <<'END'
Example: deploy/stack up --map helsinki.osm.pbf

Builds what the services need from the map, swaps it in whole, starts all services and waits until
each has answered over the bus. A map built before from the same file is reused. A stack that
is up already is updated: new map, new executables, services that had given up.

  --map FILE         an OpenStreetMap extract: .osm.pbf, .osm, .osm.gz or .osm.bz2
                     (without it: that of the settings, else the map this home used last, at first
                     the bundled sample)
  --city NAME        the extract of that name of Geofabrik (Malta) or BBBike (Porto), fetched into
                     the home; what broke off goes on, and the same is not fetched twice
  --map NAME=FILE    another map beside it, as 'map add' does; any number of them
  --time-zone ZONE   the map's zone, such as Europe/Helsinki, for clock times people type
                     (without it: the one chosen before for this map, else that of its place)
  --country CODE     the country of the holidays for opening hours, such as US or DE-BY
                     (without it: the one chosen before for this map, else the one that the map's
                     addresses name, else that of its place)
  --driving-side S   left or right (without it: the one chosen before for this map, or else that of
                     most of the map's roads)
  --elevation DIR    heights of the ground, N47E009.hgt and others as of the Shuttle Radar
                     Topography Mission: bicycles and walkers are slower uphill; 'none' for a level
                     map
                     (without it: those chosen before for this map, at first none)
  --traffic FILE     live traffic to set once all answer, instead of the previous one; a file for
                     'quickbrew traffic load'
  --venues-at URL    where venues, favourites and reviews are kept: a PostgreSQL database, such as
                     postgresql://me@db.example/venues, or 'file' for SQLite in this home
                     (without it: as before, at first 'file'); existing data is used, and nothing is
                     copied: 'venue-store copy FROM TO' copies while the stack is down.
                     A password in the URL is refused: others see the command line
  --venues-at-file FILE
                     the same from the first line of a file that only you may read (chmod 600), or
                     of standard input (-): a URL that may have a password, as in
                     postgresql://me:PASSWORD@db.example/venues; ~/.pgpass does as well
  --plans-at URL, --plans-at-file FILE
                     the same for boards of pins and kept plans; it may be the same database
  --fences-at URL, --fences-at-file FILE
                     the same for fences, positions and events
  --secure           also listen over TCP, at 127.0.0.1:7400 and above, to those with a key only;
                     the keys of this home are made the first time (quickbrew keys add NAME --bus
                     makes more)
  --listen ADDRESS:PORT
                     the same at another address, such as 10.0.0.1:7400, from now on, and answer
                     machines that join at the port before it; 'none' ends it
  --https NAME[:PORT]
                     HTTPS for other devices, from now on, by Debian's caddy: with certificates of
                     the internet for a public name, of an authority of this home for an address or
                     a name of the local network; 'none' ends it

If a build fails, the map in use and the running stack stay as they are.
END
}

help_down() {
  cat <<'END'
Example: deploy/stack down

Stops every service of this home and its supervisor, and removes their sockets and locks, also
after a crash. Durable data, maps and logs are kept.
END
}

help_status() {
  cat <<'END'
Example: deploy/stack status

Shows the maps, then each instance: state, pid, uptime, restarts, requests, p50 and p99 latency,
memory. With --json as one line of JSON, with the home, the map and the page's address.
Exit status: 0 when all are running, else 5, naming those that are not.
END
}

help_logs() {
  cat <<'END'
Example: deploy/stack logs -f router

Shows the latest lines of the services in order of time, each after its instance's name.

  -f         follow until interrupted
  -n LINES   how many of each instance's last lines (default 50)
  SERVICE    only this service (router) or this instance (router-2)
END
}

help_restart() {
  cat <<'END'
Example: deploy/stack restart router

Restarts all services at once, or the instances of one service one after the other, so that others
of its instances keep answering. Waits until they answer.

  --rolling          all services one after the other, each once the one before answers: requests
                     wait for the instance that restarts; those that can wait 3 seconds succeed
END
}

help_scale() {
  cat <<'END'
Example: deploy/stack scale router 3

Runs N instances (1 to 16) of geocoder, router, shop-search, map-tiles or web-gateway, now and
after every 'up', and of venue-store, planner and geofence-monitor where they keep their data on a
server ('up --help'); of several geofence-monitors one works, and the others stand by. The others
keep their data in an embedded store that one process owns.
END
}

help_join() {
  cat <<'END'
Example: deploy/stack join TOKEN@10.0.0.1:7399

Runs services for the stack of another machine, which 'up --listen ADDRESS:PORT' there prints the
token of. Fetches keys, map and the list of all instances, over TLS, starts the services and has
both sides find each other's. From then on this machine follows: maps, keys and instances that
change there change here within a minute.

  --services LIST    which, with commas between them (without it: geocoder, router, shop-search,
                     map-tiles and web-gateway); those that keep data stay on the other machine
  --listen ADDRESS:PORT
                     where they listen (without it: this machine's address, the other's port)

  join               take over at once what has changed there
  join none          end it: stop the services here, and have the other machine forget them
END
}

help_map() {
  cat <<'END'
Example: deploy/stack map update monday.osc.gz

  map add NAME [EXTRACT...] [flags]    build another map beside the others and start its services;
                                       of a name that there is, replace the map. An extract is a
                                       file, or a name as of 'up --city' (without one, NAME);
                                       several become one map, with routes over their border. Flags
                                       of 'up':
                                       --time-zone, --country, --driving-side, --elevation
  map remove NAME                      end a region's services; what they stored stays in data/
  map build [--map FILE] [flags]       build a map as 'up' does, without starting anything; --all
                                       before the flags: also those of the regions, and choose the
                                       stores of the settings
  map update CHANGES...|DIR            apply OpenStreetMap change files (.osc, .osc.gz) to the
                                       extract of the map; of a directory, those it does not have
                                       yet
  map update --follow                  apply what has changed since, from the server that the
                                       extract names (Geofabrik's do), or fetch its city again
  map update --every PERIOD DIR|--follow
                                       the same by itself, every 30m, 6h or 1d, while the stack
                                       runs; --every never ends that
  map rollback                         go back to the map before
  --region NAME                        of 'update', also with '--every', and 'rollback': another map
                                       than the stack's own

The new map is built aside; then the instances change over to it one after the other. Requests wait
for the instance that restarts. If a build fails, nothing changes. The current map and the one
before are kept; a second 'map rollback' undoes the first.
The changes must be those of the extract, such as download.geofabrik.de offers for each: changes of
the whole planet would add the whole planet.
END
}
