#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/cluster.sh PROGRAMS DATA [SECTION...]: the lines of docs/cluster.md, for real, with the folder of the
# programs and that of the test data. Two hosts are made on this machine, each with a network, processes, a home and an
# sshd of its own. Of each block a worker is killed, then the block itself, both in the middle; repeated, it must have
# the result of one host. Slurm runs on the same hosts, if it is installed. Needs root, for the namespaces;
# whatever ends the test ends all that is in them.
# shellcheck source=tests/programs/says.sh disable=SC2015
. "${0%/*}/says.sh"
[ $# -ge 2 ] && [ -x "$1/alula-perft" ] || {
    echo "usage: tests/programs/cluster.sh PROGRAMS DATA [SECTION...]" >&2
    exit 2
}

# lacks PROGRAM...: what is missing for a test with them.
lacks() {
    for program; do
        command -v "$program" >/dev/null || { echo "$program is not installed"; return; }
    done
}

PATH=$PATH:/usr/sbin:/sbin
if [ -z "${INSIDE_CLUSTER-}" ]; then
    why=$(lacks unshare ip sshd ssh scp rsync parallel pgrep)
    [ "$(id -u)" -eq 0 ] || why="network namespaces need root"
    [ -n "$why" ] || unshare --mount --net --uts --pid --fork --mount-proc true || why="namespaces are not allowed here"
    [ -z "$why" ] || { skip "$why"; finish; exit; }
    INSIDE_CLUSTER=1 unshare --mount --net --uts --pid --fork --kill-child --mount-proc "$0" "$@"
    exit
fi

# --- the hosts

# All files are copied first, as the folder of the repository may be below the home.
programs=$(cd "$1" && pwd) data=$(cd "$2" 2>/dev/null && pwd)
top=$(cd "${0%/*}/../.." && pwd)
home=$(getent passwd root | cut -d: -f6)
desk=$work/desk
shift 2
mkdir "$desk" "$work/ssh"
cp "$programs"/alula "$programs"/alula-[a-z]* "$top"/contrib/cluster/alula.sbatch "$desk"
cp "$top/docs/cluster.md" "$work"
cp "$top/openings/balanced.epd" "$desk/openings.epd"
cat "$data"/suites/*.epd "$desk/openings.epd" 2>/dev/null | grep -v '^#' | head -n 1000 >"$desk/suite.epd"

mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs "$home"
mkdir -p /run/sshd "$home/.ssh"
hostname desk
printf '127.0.0.1 localhost\n10.99.1.1 desk\n10.99.1.2 host1\n10.99.2.2 host2\n' >"$work/hosts"
mount --bind "$work/hosts" /etc/hosts
ip link set lo up
ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/user"

# host NAME NET: a host of this name, reached at 10.99.NET.2.
host() {
    ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/$1"
    cat >"$work/ssh/$1.conf" <<END
HostKey $work/ssh/$1
AuthorizedKeysFile $work/ssh/user.pub
PermitRootLogin prohibit-password
PasswordAuthentication no
StrictModes no
UsePAM no
UseDNS no
PidFile none
Subsystem sftp internal-sftp
END
    cat >>"$home/.ssh/config" <<END
Host $1
    IdentityFile $work/ssh/user
    BatchMode yes
    ConnectTimeout 5
    ServerAliveInterval 3
END
    echo "$1,10.99.$2.2 $(cut -d' ' -f1,2 "$work/ssh/$1.pub")" >>"$home/.ssh/known_hosts"
    ip netns add "$1"
    ip link add "$1" type veth peer name eth0 netns "$1"
    ip addr add "10.99.$2.1/24" dev "$1"
    ip link set "$1" up
    ip -n "$1" link set lo up
    ip -n "$1" addr add "10.99.$2.2/24" dev eth0
    ip -n "$1" link set eth0 up
    ip -n "$1" route add default via "10.99.$2.1"
    # shellcheck disable=SC2016 # for the inner shell
    ip netns exec "$1" unshare --mount --uts --pid --fork --kill-child --mount-proc sh -c '
        hostname "$1" && mount -t tmpfs tmpfs "$2" && exec "$(command -v sshd)" -D -e -f "$3"' \
        sh "$1" "$home" "$work/ssh/$1.conf" 2>"$work/ssh/$1.log" &
    for _ in $(seq 100); do
        ! ssh "$1" true 2>"$work/ssh/error" || return 0
        sleep 0.1
    done
    fail "no answer from $1: $(cat "$work/ssh/error" "$work/ssh/$1.log")"
    finish
    exit
}

here=$(readlink /proc/$$/ns/net)

# --- a line, and what is done to it

# block HEADING: the code below this heading of docs/cluster.md.
block() {
    awk -v heading="## $1" '/^## / { inside = $0 == heading } inside && /^    / { print substr($0, 5) }' "$work/cluster.md"
}

# caught PROGRAM [HOST]: stop one of its processes there, in the middle of its work: it has written something, and has
# not ended. Its number is in $victim. False if the line ends before.
caught() {
    while kill -0 "$line" 2>/dev/null; do
        for victim in $(pgrep -x "$1"); do
            net=$(readlink "/proc/$victim/ns/net")
            [ "$net" != "$here" ] || continue
            [ $# -eq 1 ] || [ "$net" = "net:[$(stat -L -c %i "/run/netns/$2")]" ] || continue
            [ "$(sed -n 's/^wchar: //p' "/proc/$victim/io" 2>/dev/null)" != 0 ] || continue
            kill -STOP "$victim" 2>/dev/null || continue
            until grep -q '^State:.[TZX]' "/proc/$victim/status" 2>/dev/null; do
                [ -d "/proc/$victim" ] || continue 2
            done
            ! grep -q '^State:.T' "/proc/$victim/status" 2>/dev/null || return 0
        done
    done
    return 1
}

# ended: how many jobs have ended well, by the logs of GNU parallel.
ended() {
    cat ./*.jobs 2>/dev/null | awk -F'\t' '$7 == "0" && $8 == "0" && !seen[$1]++ { n++ } END { print n + 0 }'
}

# traffic: kilobytes to and from the hosts so far.
traffic() {
    ip -s link show type veth | awk '/RX:|TX:/ { getline; bytes += $1 } END { print int(bytes / 1024) }'
}

# told FILE: the line with the sum, of the output of the last command.
told() {
    { cat "$1"; echo "$output"; } | grep -E 'nodes in|solved|won, |games' | sed 's/^/    /' | tail -n 1
}

# twice_killed HEADING PROGRAM: run the block but for its last line. Kill a worker, then, when some slice has
# ended, all processes of the block here, while a worker goes on. Then repeat it and run the last line, whose output
# goes to $work/HEADING.
twice_killed() {
    block "$1" >"$work/block"
    sed '$d' "$work/block" >"$work/lines"
    ! grep -qxE 'done( \))?' "$work/block" || cp "$work/block" "$work/lines" # a loop is repeated as a whole
    rm -f ./*.jobs
    began=$(date +%s) bytes=$(traffic) killed=
    sh "$work/lines" >"$work/out" 2>&1 &
    line=$!
    if caught "$2"; then
        kill -9 "$victim"
        pass
        killed="a worker killed with $(ended) jobs done"
        until [ "$(ended)" -gt 0 ] || ! kill -0 "$line" 2>/dev/null; do sleep 0.05; done
    fi
    if caught "$2"; then
        # shellcheck disable=SC2046 # numbers
        kill -9 "$line" $(pgrep -x parallel)
        kill -CONT "$victim"
        pass
        killed="$killed, the line with $(ended)"
    else
        fail "$1: the line ended before it was killed: $(cat "$work/out" ./*.jobs)"
    fi
    wait "$line" 2>/dev/null
    holds "$1: the line again" sh "$work/lines"
    : >"$work/$1"
    grep -qxE 'done( \))?' "$work/block" || holds "$1: the last line" sh -c "$(tail -n 1 "$work/block") > '$work/$1'"
    echo "$1: $killed, in the end $(ended), $(($(date +%s) - began)) s, $(($(traffic) - bytes)) KB"
    told "$work/$1"
}

# cut_off HEADING PROGRAM: the same, but the cable of host2 is pulled out, and the line is not repeated.
cut_off() {
    block "$1" >"$work/block"
    sed '$d' "$work/block" >"$work/lines"
    rm -f ./*.jobs
    sh "$work/lines" >"$work/out" 2>&1 &
    line=$!
    if caught "$2" host2; then pass; else fail "$1: the line ended before a host was cut off"; fi
    ip link set host2 down
    kill -CONT "$victim"
    if wait "$line"; then pass; else fail "$1: a host cut off: $(cat "$work/out")"; fi
    ip link set host2 up
    holds "$1: the last line" sh -c "$(tail -n 1 "$work/block") > '$work/$1'"
}

# --- Slurm

# slurm_starts: Slurm on the hosts; false with $why.
slurm_starts() {
    why=$(lacks munged slurmctld slurmd sbatch)
    [ -z "$why" ] || return 1
    slurm=$work/slurm
    mkdir "$slurm" "$slurm/state" "$slurm/munge"
    head -c 1024 /dev/urandom >"$slurm/munge/key"
    chmod 600 "$slurm/munge/key"
    chmod 755 "$work"
    cat >"$slurm/slurm.conf" <<END
ClusterName=alula
SlurmctldHost=desk
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$slurm/munge/socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=1,sched_interval=2
MailProg=/bin/true
ReturnToService=2
NodeName=host1,host2 CPUs=2
PartitionName=all Nodes=ALL Default=YES
END
    echo "CgroupPlugin=cgroup/v1" >"$slurm/cgroup.conf"
    export SLURM_CONF="$slurm/slurm.conf"
    munged --foreground --force --key-file="$slurm/munge/key" --socket="$slurm/munge/socket" \
        --pid-file="$slurm/munge/pid" --log-file="$slurm/munge/log" --seed-file="$slurm/munge/seed" 2>"$slurm/said" &
    for _ in $(seq 100); do [ ! -S "$slurm/munge/socket" ] || break; sleep 0.1; done
    slurmctld -D 2>>"$slurm/said" &
    for node in host1 host2; do
        # shellcheck disable=SC2029 # it is the same folder there
        ssh "$node" "SLURM_CONF='$SLURM_CONF' exec /usr/sbin/slurmd -D" 2>>"$slurm/said" &
    done
    for _ in $(seq 60); do
        [ "$(timeout 5 sinfo -h -t idle -o %D 2>/dev/null)" != 2 ] || return 0
        sleep 0.5
    done
    why="Slurm does not start: $(tail -n 3 "$slurm"/*.log)"
    return 1
}

# array HEADING PROGRAM SBATCH SUM: the two lines of a job; a worker is killed while the first one runs.
array() {
    rm -rf data solved.epd annotated.pgn
    sh -c "$3" >"$work/out" 2>&1 </dev/null &
    line=$!
    if caught "$2"; then
        kill -9 "$victim"
        wait "$line" && fail "Slurm: $1: a job was killed, and sbatch did not tell"
        pass
    else
        fail "Slurm: $1: the job ended before a worker was killed: $(cat "$work/out" ./*.log)"
    fi
    holds "Slurm: $1: again" sh -c "$3"
    holds "Slurm: $1: the sum" sh -c "$4 > '$work/Slurm$1'"
    compared "$1" "$work/Slurm$1"
    echo "Slurm: $3"
    told "$work/Slurm$1"
}

# --- the sections

cd "$desk" || exit 2
host host1 1
host host2 2

# The inputs are there before the programs are copied.
./alula-match --engine ./alula,name=A --engine ./alula,name=B --nodes 500 --games 24 --openings openings.epd --pgn games.pgn \
    --quiet >"$work/out" 2>&1 || fail "games to annotate: $(cat "$work/out")"
block "Hosts" >"$work/copy"
holds "the programs are copied" sh "$work/copy"

# alone HEADING: the same job on one host, into a folder of its own.
alone() {
    mkdir -p one
    case $1 in
    Perft) ./alula-perft --unit - <units 2>/dev/null | sort >one/perft ;;
    Suites) ./alula-epd suite.epd --nodes 10000 --out one/solved.epd >/dev/null ;;
    Matches)
        ./alula-match --engine ./alula,name=A,nodes=800 --engine ./alula,name=B,nodes=500 --games 400 \
            --openings openings.epd --concurrency 2 --pgn one/match.pgn --quiet >/dev/null &&
            ./alula-match report one/match.pgn >one/report
        ;;
    Annotations) ./alula-annotate games.pgn --nodes 2000 --jobs 2 --out one/annotated.pgn >/dev/null ;;
    Data)
        for i in $(seq 10); do
            ./alula-datagen run --seed 1 --games 2000 --slice "$i/10" --out "one/part.$i" >/dev/null || return 1
        done
        ./alula-datagen merge --out one/data one/part.* >/dev/null
        ;;
    Tuning) ./alula-tune --games 128 --batch 32 --nodes 1000 --openings openings.epd --threads 2 --state one/tune.state --out one/params.inc \
        >/dev/null ;;
    esac
}

# games FILE...: one a line, sorted, without times and dates.
games() {
    awk 'BEGIN { RS = "" } { gsub(/\n/, " "); printf "%s%s", $0, /^\[/ ? " " : "\n" }' "$@" |
        sed -E 's/\[(Date|UTCDate|UTCTime|Time|GameStartTime|GameEndTime|GameDuration) "[^"]*"\] //g; s/ [0-9.]+s\}/}/g' | sort
}

# alike NAME FILE FILE: the same as same(), which shows little of long lines.
alike() {
    if cmp -s "$2" "$3"; then pass; else fail "$1: $(diff "$2" "$3" | cut -c 1-160)"; fi
}

# compared HEADING OUTPUT: is the result, and the output of the last line, that of one host?
compared() {
    [ -d "one/$1" ] || { holds "$1: one host" alone "$1" && mkdir -p "one/$1"; }
    case $1 in
    Perft) alike "$1: the sum" one/sum "$2" ;;
    Suites)
        sed 's/ acs [0-9]*;//' one/solved.epd >"$work/one"
        sed 's/ acs [0-9]*;//' solved.epd >"$work/two"
        alike "$1: the positions" "$work/one" "$work/two"
        [ "$(grep -c ' acn ' "$work/two")" = 1000 ] || fail "$1: not 1000 positions"
        ;;
    Matches)
        alike "$1: the report" one/report "$2"
        games one/match.pgn >"$work/one"
        case $2 in
        */SlurmMatches) games match.8/*.pgn >"$work/two" ;;
        *) games match.*.pgn >"$work/two" ;;
        esac
        alike "$1: the games" "$work/one" "$work/two"
        ;;
    Annotations) alike "$1: the games" one/annotated.pgn annotated.pgn ;;
    Data)
        (cd one/data && sha256sum ./*.* | grep -v 'lock$') >"$work/one"
        (cd data && sha256sum ./*.* | grep -v 'lock$') >"$work/two"
        alike "$1: the shards" "$work/one" "$work/two"
        ;;
    Tuning)
        alike "$1: the values" one/params.inc params.inc
        alike "$1: the state" one/tune.state tune.state
        ;;
    esac
}

# shellcheck disable=SC2046 # words
[ $# -gt 0 ] || set -- $(sed -n 's/^## //p' "$work/cluster.md" | grep -vx Hosts)
mkdir one
echo "3195901860 nodes in 5362 units" >one/sum
for section; do
    case $section in
    Perft)
        twice_killed Perft alula-perft
        compared Perft "$work/Perft"
        sort -u perft.results >"$work/two"
        echo "    $(wc -l <perft.results) results, $(wc -l <"$work/two") different ones"
        alike "Perft: the results of one host" one/perft "$work/two"
        rm perft.results
        cut_off Perft alula-perft
        compared Perft "$work/Perft"
        continue
        ;;
    Suites) program=alula-epd ;;
    Matches) program=alula-match ;;
    Annotations) program=alula-annotate ;;
    Data) program=alula-datagen ;;
    Tuning) program=alula-tune ;;
    Slurm)
        slurm_starts || { skip "$why"; continue; }
        [ -s units ] || ./alula-perft 7 --units 3 >units
        block Slurm >"$work/slurm.block"
        while read -r first <&3 && read -r second <&3; do
            case $first in
            *" perft "*) array Perft alula-perft "$first" "$second" ;;
            *" epd "*) array Suites alula-epd "$first" "$second" ;;
            *" match "*) array Matches alula-match "$first" "$second" ;;
            *" annotate "*) array Annotations alula-annotate "$first" "$second" ;;
            *" datagen "*) array Data alula-datagen "$first" "$second" ;;
            esac
        done 3<"$work/slurm.block"
        continue
        ;;
    *)
        fail "there is no section $section"
        continue
        ;;
    esac
    twice_killed "$section" "$program"
    compared "$section" "$work/$section"
done
finish
