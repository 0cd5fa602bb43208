//! Command lines that are not understood, as far as the library that reads them says it in English
//! only.

messages! {
    unknown_argument(arg) "there is no option {arg} here" / "{arg} というオプションはここでは使えません";
    extra_argument(arg) "{arg} is one argument too many" / "{arg} は余分な引数です";
    unknown_command(name) "there is no command {name}" / "{name} というコマンドはありません";
    did_you_mean(names) "did you mean {names}?" / "もしかして: {names}";
    as_value(arg) "to give {arg} as a value, write --option={arg}, or -- {arg}" / "{arg} を値として渡すには --オプション={arg} または -- {arg} と書いてください";
    missing(args) "something is missing: {args}" / "次の指定が足りません: {args}";
    missing_command(names) "name a command: {names}" / "コマンドを指定してください: {names}";
    needs_value(arg) "{arg} needs a value" / "{arg} には値が必要です";
    one_of(values) "possible: {values}" / "使えるもの: {values}";
    bad_value(value, arg) "{arg} cannot be {value}" / "{arg} に {value} は指定できません";
    bad_value_because(value, arg, why) "{arg} cannot be {value}: {why}" / "{arg} に {value} は指定できません。{why}";
    conflict(arg, others) "{arg} and {others} cannot be used together" / "{arg} と {others} は同時に使えません";
    twice(arg) "{arg} is given twice" / "{arg} が2回指定されています";
    too_many_values(value, arg) "{arg} takes no value {value}" / "{arg} に値 {value} は付けられません";
    not_utf8() "an argument is not text in UTF-8" / "引数に UTF-8 でない文字が含まれています";
    no_equals(arg) "{arg} is written with =: {arg}=VALUE" / "{arg} は = を付けて {arg}=値 と書いてください";
    usage(line) "usage: {line}" / "使い方: {line}";
    see_help(command) "more: {command} --help" / "詳しくは {command} --help";

    // What a value has to be.
    whole_number() "write a whole number" / "整数を書いてください";
    number_between(least, most) "write a whole number from {least} to {most}" / "{least} から {most} までの整数を書いてください";
    number_from(least) "write a whole number, {least} or more" / "{least} 以上の整数を書いてください";
    a_time() "write a time such as 500ms, 5s or 2m" / "500ms、5s、2m のような時間を書いてください";
    a_time_not_zero() "write a time that is longer than 0" / "0 より長い時間を書いてください";
    a_clock() "write a clock such as 60s, 5m+2s or 60s+0.5s" / "60s、5m+2s、60s+0.5s のような持ち時間を書いてください";
    some_hours() "write a number of hours such as 0.5 or 24" / "0.5 や 24 のような時間数を書いてください";
}
