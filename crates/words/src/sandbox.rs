//! What is said about sandboxes.

messages! {
    cannot(level, why)
        "this machine cannot lock programs in at level {level}: {why}; gyoji doctor says what to do"
        / "このマシンではレベル{level}で隔離できません: {why}。対処は gyoji doctor が表示します";
    less(level, next, why)
        "programs are locked in at level {level}; not at level {next}: {why}"
        / "プログラムはレベル{level}で隔離されます。レベル{next}は使えません: {why}";
    not_at_all(why)
        "programs are NOT locked in, they can do whatever you can: {why}; gyoji doctor says what to do"
        / "プログラムは隔離されません（あなたと同じことが何でもできます）: {why}。対処は gyoji doctor が表示します";
    no_landlock() "this kernel has no Landlock" / "カーネルに Landlock がありません";
    no_bubblewrap() "bubblewrap (bwrap) is not installed" / "bubblewrap（bwrap）がインストールされていません";
    no_user_spaces(said)
        "only root may make user name spaces here ({said})"
        / "root 以外はユーザー名前空間を作れません（{said}）";
    no_groups()
        "no control groups (cgroups) for memory and processes can be made here"
        / "メモリとプロセス数を制限する cgroup を作れません";
    trouble(said) "it failed: {said}" / "失敗しました: {said}";
    leaks(trial)
        "the probe shows that it does not hold: {trial}"
        / "試した結果、守れていません: {trial}";
    only_file(name, folder)
        "{name} sees only its own files, not the rest of {folder}: other players or records lie there too"
        / "{name} から見えるのは自分のファイルだけで、{folder} のほかのファイルは見えません（ほかのプレイヤーや棋譜もそこにあるため）";
}
