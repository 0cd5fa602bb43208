//! What is said about learning by self-play: settings, files of weights and games, progress.

messages! {
    bad_config(problem)
        "the settings cannot be read: {problem}"
        / "設定を読めません: {problem}";
    out_of_range(name, value, least, most)
        "{name} = {value} is impossible: it must be from {least} to {most}"
        / "{name} = {value} にはできません（{least} から {most} まで）";
    nothing_to_learn(name)
        "with {name} = 0 there would be nothing to learn from"
        / "{name} = 0 では学習するものがありません";
    bad_file(path, problem) "{path}: {problem}" / "{path}: {problem}";
    io_error(path, error) "{path}: {error}" / "{path}: {error}";
    not_a_replay(found, wanted)
        "this is no file of games of this training: it begins with {found:?}, not with {wanted:?}"
        / "この学習の対局ファイルではありません（先頭が {wanted:?} ではなく {found:?} です）";
    folder_taken(path)
        "another training is at work in {path}; end it first, or choose another folder"
        / "{path} では別の学習が動いています。そちらを終えるか、別のフォルダを選んでください";
    training_there(path)
        "there is a training in {path} already: go on with --resume {path}, or choose another folder with --out"
        / "{path} にはすでに学習があります。続けるなら --resume {path}、新しく始めるなら --out で別のフォルダを選んでください";
    no_training(path)
        "there is no training in {path} (no checkpoint.safetensors)"
        / "{path} に学習がありません（checkpoint.safetensors がありません）";
    note_missing(name)
        "this is no checkpoint of a training: the note {name} is missing"
        / "学習のチェックポイントではありません（{name} がありません）";
    other_version(found, known)
        "these weights have the version {found}; this program knows version {known}"
        / "重みのバージョンは {found} ですが、このプログラムが読めるのは {known} です";
    other_game(found, game)
        "these weights are for {found}, not for {game}"
        / "{game} ではなく {found} の重みです";
    unknown_planes(name)
        "this game has no planes {name:?} (see gyoji games)"
        / "このゲームに {name:?} という入力はありません（gyoji games を見てください）";
    other_planes(found, name, wanted)
        "these weights see {found} planes, but {name:?} has {wanted}"
        / "この重みの入力は {found} 枚ですが、{name:?} は {wanted} 枚です";
    other_policy(found, wanted)
        "these weights have policy heads of {found}, but the game needs {wanted}"
        / "この重みの方策ヘッドは {found} ですが、このゲームでは {wanted} が必要です";
    no_planes(game)
        "{game} has no planes to show to a network, so it cannot be learnt"
        / "{game} にはネットワークに見せる入力（planes）がないので、学習できません";
    not_for_two(game)
        "{game} is not a game of two, so it cannot be learnt this way"
        / "{game} は2人用ではないので、この方法では学習できません";
    no_model(game)
        "there are no built-in weights for {game}: say model=FILE (gyoji train {game} makes one)"
        / "{game} の内蔵の重みはまだありません。model=ファイル を指定してください（gyoji train {game} で作れます）";

    // Progress.
    begins(game, folder, parameters, threads, isa)
        "{game}: training in {folder}, {parameters} parameters, {threads} thread(s), {isa}; Ctrl-C saves and ends"
        / "{game}: {folder} で学習します（パラメーター {parameters} 個、{threads} スレッド、{isa}）。Ctrl-C で保存して終わります";
    screen_title(game, folder, parameters)
        "{game}: training in {folder}, {parameters} parameters"
        / "{game}: {folder} で学習中（パラメーター {parameters} 個）";
    resumes(rounds, games)
        "going on after {rounds} rounds and {games} games"
        / "{rounds} ラウンド、{games} 局のあとから続けます";
    torn(bytes, path)
        "the last {bytes} bytes of the games were torn and are left out (kept in {path})"
        / "対局ファイルの最後の {bytes} バイトは壊れていたので使いません（{path} に残してあります）";
    round_done(round, games, rate, simulations, losses, first)
        "round {round}: {games} games, {rate}/h, {simulations} simulations/s, {losses}, first seat {first} %"
        / "ラウンド {round}: 計 {games} 局、{rate} 局/時、{simulations} シミュレーション/秒、{losses}、先手の得点率 {first} %";
    losses(value, policy, entropy)
        "loss: value {value} policy {policy} (entropy {entropy})"
        / "損失: 価値 {value} 方策 {policy}（エントロピー {entropy}）";
    measured(round, opponent, won, drawn, lost, score)
        "round {round}: {won} won, {drawn} drawn, {lost} lost against {opponent}: {score}"
        / "ラウンド {round}: {opponent} に {won} 勝 {drawn} 分 {lost} 敗: {score}";
    score_within(score, low, high)
        "{score} % (95 %: {low} to {high})"
        / "{score} %（95 %: {low}～{high}）";
    figures_speed(round, games, rate, simulations, positions)
        "round {round}   games {games} ({rate}/h)   simulations/s {simulations}   positions {positions}"
        / "ラウンド {round}   計 {games} 局（{rate} 局/時）   {simulations} シミュレーション/秒   {positions} 局面";
    figures_losses(value, policy, entropy, first, draws)
        "loss: value {value}, policy {policy} (entropy {entropy})   first seat {first} %, draws {draws} %"
        / "損失: 価値 {value}、方策 {policy}（エントロピー {entropy}）   先手 {first} %、引き分け {draws} %";
    plot_value_loss() "loss of the value" / "価値の損失";
    plot_gap() "loss of the policy above its entropy" / "方策の損失（エントロピーを引いた値）";
    plot_elo_against(opponent) "Elo against {opponent}" / "{opponent} とのElo差";
    strength(opponent, round, games, score, elo)
        "{opponent}  round {round}: {games}  {score} %  Elo {elo}"
        / "{opponent}  ラウンド {round}: {games}  {score} %  Elo {elo}";
    no_elo_yet() "Elo: not measured yet ([evaluation] says when)" / "Elo: まだ測っていません（測る間隔は [evaluation] で決めます）";
    playing(round) "round {round}: playing" / "ラウンド {round}: 対局中";
    learning(round) "round {round}: learning" / "ラウンド {round}: 学習中";
    measuring(round, opponent) "round {round}: against {opponent}" / "ラウンド {round}: {opponent} と対戦中";
    saved(rounds, folder)
        "saved after {rounds} rounds; go on with: gyoji train {folder}"
        / "{rounds} ラウンドまで保存しました。続けるには: gyoji train {folder}";
    stopping()
        "saving; Ctrl-C again to leave at once (nothing but the games in progress is lost)"
        / "保存しています。もう一度 Ctrl-C を押すとすぐ終わります（失われるのは進行中の対局だけです）";
    resume_other_game()
        "--resume goes on with the settings of its folder: leave out --config, --from and --out"
        / "--resume はそのフォルダの設定で続けます。--config、--from、--out は付けないでください";
    bad_opponent(opponent, problem)
        "the opponent {opponent:?} of the evaluation: {problem}"
        / "評価の相手 {opponent:?}: {problem}";
    no_file_option(bot)
        "--model is for bots that play from a file of weights; {bot} does not"
        / "--model は重みのファイルを使うボット用です。{bot} は使いません";

    // The report.
    report_title(game) "Training of {game}" / "{game} の学習";
    report_summary(rounds, games, positions, hours)
        "{rounds} rounds, {games} games, {positions} positions, {hours} hours"
        / "{rounds} ラウンド、{games} 局、{positions} 局面、{hours} 時間";
    plot_loss() "Losses" / "損失";
    plot_value() "value" / "価値";
    plot_policy() "policy" / "方策";
    plot_entropy() "entropy of the targets" / "目標のエントロピー";
    plot_speed() "Simulations a second" / "1秒あたりのシミュレーション";
    plot_games() "Games an hour" / "1時間あたりの局数";
    plot_first() "Self-play: score of the first seat, draws (%)" / "自己対戦: 先手の得点率と引き分け（%）";
    plot_first_seat() "first seat" / "先手";
    plot_draws() "draws" / "引き分け";
    plot_plies() "Self-play: plies in a game" / "自己対戦: 1局の手数";
    plot_elo() "Elo against fixed opponents, with 95 % intervals" / "決まった相手とのEloレーティング差（95 %区間つき）";
    round() "round" / "ラウンド";
    against() "opponent" / "相手";
    score() "score" / "得点率";
}
