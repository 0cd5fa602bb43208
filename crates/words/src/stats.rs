//! What figures say about players, and how sure that is.

messages! {
    almost_certain(better, worse, chance) "{better} is better than {worse}, almost certainly ({chance} sure)" / "{better} は {worse} より強いと、ほぼ断言できます（確からしさ {chance}）";
    better(better, worse, chance) "{better} is better than {worse} ({chance} sure)" / "{better} は {worse} より強いと言えます（確からしさ {chance}）";
    probably_better(better, worse, chance) "{better} is probably better than {worse} ({chance} sure), but that is not certain yet" / "おそらく {better} のほうが {worse} より強いですが、まだ確実ではありません（確からしさ {chance}）";
    not_told(better, worse, chance) "the games do not tell whether {better} or {worse} is better ({better} leads, {chance} sure)" / "{better} と {worse} のどちらが強いかは、まだ分かりません（今は {better} が優勢、確からしさ {chance}）";
    even(first, second) "the games do not tell whether {first} or {second} is better: they are even" / "{first} と {second} のどちらが強いかは分かりません（互角です）";
    more_games(games) "if the difference stays what it is, about {games} more games are likely to show it" / "差が今のままなら、あと約 {games} 局で見分けられる見込みです";
    too_many_games() "if the difference stays what it is, even a million more games may not show it" / "差が今のままなら、100万局増やしても見分けられないかもしれません";

    figures(name, los, nelo, basis) "likelihood that {name} is the better one: {los}; normalised Elo {nelo}; {basis}" / "{name} のほうが強い確率: {los}、正規化 Elo: {nelo}、{basis}";
    by_pairs(counts) "pairs of games by points 0, 0.5, 1, 1.5, 2: {counts}" / "2局1組の得点 0・0.5・1・1.5・2 の組数: {counts}";
    by_games() "by single games" / "1局ずつの集計";
    first_seat(elo) "to have the first seat is worth {elo} Elo" / "先手の有利さ: Elo {elo}";
    ratings_heading() "player|rating (95 %)|games|better than the next" / "対局者|レーティング (95 %)|局数|次の人より強い確率";
    seats_heading() "seat|worth (95 %)" / "席|有利さ (95 %)";
    ratings_title() "Ratings from all games (mean 0)" / "全対局からのレーティング（平均 0）";

    never_met(groups) "some have never met: {groups}" / "対戦していない組があります: {groups}";
    won_all(name) "{name} has won every game: how much better it is cannot be said" / "{name} は全勝なので、どれだけ強いかは決められません";
    lost_all(name) "{name} has lost every game: how much worse it is cannot be said" / "{name} は全敗なので、どれだけ弱いかは決められません";
    won_all_outside(names) "{names} have won every game against the others: how much better they are cannot be said" / "{names} は他の対局者に全勝なので、どれだけ強いかは決められません";
    lost_all_outside(names) "{names} have lost every game against the others: how much worse they are cannot be said" / "{names} は他の対局者に全敗なので、どれだけ弱いかは決められません";
    all_drawn() "every game was drawn" / "全局が引き分けでした";
    no_summit() "these results fit no finite ratings" / "この結果に合う有限のレーティングはありません";
    seats_unknown() "what the seats are worth cannot be told from these games; the ratings leave it out" / "この対局からは席の有利不利を見分けられないため、レーティングでは考えていません";
    ghost() "the ratings take it that everybody has also won half a game and lost half a game against one imagined opponent" / "そのため、全員が架空の相手1人に 0.5 勝 0.5 敗したものとしてレーティングを計算しています";
    few_results() "so few or so equal results have no spread of their own: the intervals take in one imagined best and one imagined worst result" / "結果が少ないか全て同じで、ばらつきが分かりません。区間には架空の最良と最悪の結果を1つずつ加えています";

    sprt_form() "a test is written elo0=0,elo1=10 (and, if you like, alpha=0.05,beta=0.05,model=logistic)" / "検定は elo0=0,elo1=10 のように書きます（alpha=0.05,beta=0.05,model=logistic も付けられます）";
    sprt_twice(key) "{key} is given twice" / "{key} が2回書かれています";
    sprt_models() "logistic | normalized" / "logistic か normalized のどちらかです";
    sprt_no_such_key(hint) "a test has no such part{hint}" / "検定にそのような項目はありません{hint}";
    sprt_order() "elo1 has to be larger than elo0" / "elo1 は elo0 より大きくしてください";
    sprt_number(least, most) "a number from {least} to {most}" / "{least} から {most} までの数を書いてください";
    sprt_of_two(players, seats) "--sprt compares two players at a game of two, not {players} players at a game of {seats}" / "--sprt で比べられるのは2人用ゲームの対局者2人だけです（対局者 {players} 人、{seats} 人用）";
    sprt_progress(llr, lower, upper) "LLR {llr} [{lower}, {upper}]" / "LLR {llr} [{lower}, {upper}]";
    sprt_h1(name, other, elo0, elo1, games) "test decided after {games} games: H1, {name} is better than {other} by more than {elo0} Elo (claims: {elo0} and {elo1})" / "検定は {games} 局で決着: H1（{name} は {other} より Elo {elo0} を超えて強い。仮説は {elo0} と {elo1}）";
    sprt_h0(name, other, elo0, elo1, games) "test decided after {games} games: H0, {name} is not better than {other} by {elo1} Elo (claims: {elo0} and {elo1})" / "検定は {games} 局で決着: H0（{name} は {other} より Elo {elo1} ほど強くはない。仮説は {elo0} と {elo1}）";
    sprt_open(elo0, elo1, games) "test not decided after {games} games (claims: {elo0} and {elo1} Elo)" / "検定は {games} 局では決着していません（仮説は Elo {elo0} と {elo1}）";
}
