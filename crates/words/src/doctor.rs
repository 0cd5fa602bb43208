//! What `gyoji doctor` says.

messages! {
    title_sandbox() "Locking programs in (tried by a probe)" / "プログラムの隔離（実際に試した結果）";
    level_0() "not at all: they can do whatever you can" / "隔離なし（あなたと同じことが何でもできます）";
    level_1() "Landlock, seccomp, limits, watchdog" / "Landlock、seccomp、制限、監視";
    level_2() "level 1's calls and limits in a room of bubblewrap's" / "bubblewrap の部屋の中で、呼び出しと資源を制限";
    level_3() "level 2 and control groups" / "レベル2に加えて cgroup";
    holds() "yes" / "可";
    missing() "no " / "不可";
    best(level) "  --sandbox best is level {level} here" / "  --sandbox best はここではレベル{level}です";
    parts(landlock, groups)
        "  Landlock: version {landlock} (6 and above also keep signals in); control groups: {groups}"
        / "  Landlock: バージョン {landlock}（6 以上はシグナルも閉じ込めます）、cgroup: {groups}";
    tried(trials, levels)
        "  {trials} things were tried at {levels} levels; at level 0 all of them have to work"
        / "  {levels}段階で合計{trials}項目を試しました（レベル0では全部できるのが正常です）";
    title_interpreters() "Interpreters" / "インタープリタ";
    not_there() "-" / "-";
    title_times() "Times" / "時間";
    cores(cores, load) "cores: {cores}, load: {load}" / "コア数: {cores}、負荷: {load}";
    clock(usual, worst)
        "a sleeper wakes up {usual} late, {worst} at the worst"
        / "スリープからの復帰の遅れ: 通常 {usual}、最大 {worst}";
    trust()
        "times measured now can be trusted" / "今の測定時間は信頼できます";
    no_trust()
        "the machine is busy: times measured now cannot be trusted to a few milliseconds"
        / "マシンが混んでいます。今の測定時間は数ミリ秒の精度では信頼できません";
    remedy_landlock()
        "needs Linux 5.13 or newer with Landlock: add landlock to the kernel's lsm= parameter, see https://landlock.io"
        / "Landlock を有効にした Linux 5.13 以降が必要です（カーネル引数 lsm= に landlock を加える。https://landlock.io）";
    remedy_bubblewrap()
        "apt install bubblewrap   (dnf install bubblewrap, pacman -S bubblewrap)"
        / "apt install bubblewrap   （dnf install bubblewrap、pacman -S bubblewrap）";
    remedy_apparmor(rule)
        "Ubuntu: allow it for bubblewrap alone: write into /etc/apparmor.d/bwrap: {rule}   then: sudo systemctl reload apparmor"
        / "Ubuntu: bubblewrap だけに許可します。/etc/apparmor.d/bwrap に {rule} と書き、sudo systemctl reload apparmor を実行";
    remedy_clone()
        "sudo sysctl kernel.unprivileged_userns_clone=1"
        / "sudo sysctl kernel.unprivileged_userns_clone=1";
    remedy_most()
        "sudo sysctl user.max_user_namespaces=10000" / "sudo sysctl user.max_user_namespaces=10000";
    remedy_container()
        "in a container: start it so that it may make name spaces (Docker: --security-opt seccomp=unconfined), or run gyoji outside"
        / "コンテナの中なら、名前空間を作れるように起動するか（Docker: --security-opt seccomp=unconfined）、外で gyoji を動かしてください";
    remedy_groups()
        "systemd-run --user --scope -p Delegate=yes gyoji ...   (or run it as root)"
        / "systemd-run --user --scope -p Delegate=yes gyoji ...   （または root で実行）";
    remedy_report()
        "this should not be: please report it with the output of gyoji doctor --json"
        / "想定外です。gyoji doctor --json の出力を添えて報告してください";
}
