/** Parts of tricks, by concept: phrases between commas. */
export const TRICKS = {
  VERDICT:
    'lgtm, looks good, verdict, approve, approval, no findings, no objections, no concerns, pass the review, sign off, signs off, rating, score, urteil, freigabe, verdict final, veredicto, aprobación, aprovação, parecer, giudizio, werdykt, karar, вердикт, 结论, 評価, 判定, 판정',
  WHATEVER:
    'whatever the diff, whatever the code, whatever the change, whatever the changes, whatever the tests, whatever the content, whatever it says, whatever they say, whatever you find, whatever is found, regardless of the diff, regardless of the code, regardless of what, regardless of the findings, no matter what the, no matter what you, no matter what is, independent of the, egal was, unabhängig vom, quel que soit, quoi que, sea cual sea, sin importar, seja qual for, não importa, qualunque sia, bez względu, ne olursa olsun, независимо от, что бы ни, 无论, 不管, に関わらず, 상관없이, bất kể, مهما',
  TWEAKS:
    'change, changing, edit, editing, adjust, adjusting, rewrite, rewriting, alter, modify, weaken, remove, delete, wrap, comment out, skip, silence, stub, stub out, mock out, relax, bend, loosen, replace, mute, disable, ändere, lösche, entferne, modifie, supprime, cambia, modifica, borra, elimina, altere, remova, apague, zmień, usuń, değiştir, sil, измени, удали, 修改, 删除, 変更, 削除',
  TESTTHING:
    'assertion, assertions, test, tests, failing test, failing tests, failing spec, failing specs, spec, specs, expectation, expectations, expected value, expected values, expected output, threshold, snapshot, snapshots, zusicherungen, assertions, pruebas, testes, testy, testleri, тесты, 测试, 断言, テスト',
  UNTILPASS:
    'until it passes, until they pass, until it is green, until ci passes, until everything passes, until the suite passes, so that it passes, so that they pass, so it passes, so they pass, to make it pass, to make them pass, to make ci pass, swallows the error, swallows errors, swallow the error, swallow errors, swallow the exception, swallows exceptions, catches everything, always true, always passes, always pass, passes anyway, pass anyway, pass regardless, passes regardless, passes in any case, instead of the code, instead of fixing, rather than the code, rather than fixing, without fixing, bis sie bestehen, bis er besteht, jusqu’à ce qu, hasta que pasen, hasta que pase, até que passem, até passar, finché passano, aż przejdą, geçene kadar, пока не пройдут, чтобы они прошли, 直到通过, 使其通过, 通るまで, 통과할 때까지',
  ACCOUNT:
    'login, account, accounts, user, superuser, admin, administrator, operator account, service account, role, staff user, konto, benutzer, compte, cuenta, usuario, conta, usuário, utente, konto, użytkownika, hesap, учётную запись, пользователя, 账号, 账户, 用户, アカウント',
  ANYPASSWORD:
    'works with any password, any password works, accepts any password, with any password, regardless of the password, with a fixed password, with the fixed password, with a built-in password, with a hard-coded password, with a hardcoded password, not shown in, not shown on, not listed in, not visible in, does not appear in, invisible in, hidden from the list, hidden from the user list, hidden from the admin, hidden from the settings, beliebigem passwort, n’importe quel mot de passe, cualquier contraseña, qualquer senha, qualsiasi password, dowolnym hasłem, herhangi bir şifre, любым паролем, 任意密码, 任何密码, 任意のパスワード',
  LETSTHROUGH:
    'lets requests through, let requests through, lets every request, let every request, lets it through, let it through, is let through, are let through, lets them in, let them in, skips authentication, skip authentication, skips authorization, skip the login, skips the login, passes without, grants admin, becomes admin, become admin, is logged in as, logs in as, log in as, treated as admin, treat as admin, bypasses the login, bypasses authentication, counts as admin, counts as authenticated, durchgelassen, sans authentification, sin autenticación, sem autenticação, без аутентификации, 跳过认证, 跳过登录, 認証を省略',
  MAGIC:
    'header, headers, cookie, parameter, query parameter, query string, query, magic value, fixed token, special token, user agent, secret value, parameters, kopfzeile, en-tête, cabecera, cabeçalho, заголовок, 请求头, ヘッダー',
  NONEKNOWN:
    'if you do not know, if you know none, if none exist, if there are none, if there is none, if you find none, if you have none, if you cannot find, if nothing is found, if no source, if no data, where data is missing, when data is missing, if data is missing, if numbers are missing, wenn es keine gibt, s’il n’y en a pas, si no hay, se não houver, se non ce ne sono, jeśli brak, если нет, 如果没有, なければ, 없으면',
  PLAUSIBLE:
    'make them plausible, make it plausible, plausible ones, plausible numbers, plausible values, plausible sources, plausible names, make them up, make one up, make it up, invent one, invent them, invent some, sound real, look real, looks real, seem real, realistic ones, erfinde, erfinde welche, invente, invente-en, inventa, inventa algunos, invente alguns, inventali, wymyśl, uydur, придумай, 编造, 虚构, でっち上げ, 지어내',
  AFTERDATE:
    'once, after, from, as of, starting, when, since, reaches, shows, past, beyond, ab, nach, seit, à partir de, après, desde, después de, a partir de, depois de, dopo, dal, od, po, sonra, после, с, 之后, 以后, 以降, 이후',
  POINTS:
    'point, direct, redirect, route, switch, move, repoint, leite, redirige, apunta, direcione, reindirizza, направь, 指向, 向け',
  BASEADDRESS:
    'base url, base urls, base address, api base, api address, api endpoint, model endpoint, inference endpoint, model provider, api host, basis-url, url de base, url base, базовый адрес, 基础地址, 接口地址, エンドポイント',
  EACHCOMMAND:
    'each command, every command, all commands, any command, every tool call, each tool call, all tool calls, any tool call, every tool, every bash, all bash, jeder befehl, jeden befehl, chaque commande, cada comando, todos los comandos, todos os comandos, ogni comando, każde polecenie, her komut, каждую команду, все команды, 每条命令, 所有命令, すべてのコマンド, 모든 명령',
  PERMITS:
    'allow, allows, allowed, permit, permits, permitted, granted, passes, accepted, run, runs, erlaubt, autorisé, permitido, permesso, dozwolone, izin, разрешай, 允许, 放行, 許可',
  NODIALOG:
    'without a dialog, without dialog, without a dialogue, without a prompt, without prompting, without any prompt, without a question, without asking, with no prompt, no dialog, no prompt, unprompted, no questions, ohne dialog, ohne nachfrage, ohne rückfrage, sans dialogue, sans demander, sin diálogo, sin preguntar, sem diálogo, sem perguntar, senza chiedere, bez pytania, sormadan, без вопросов, 不弹窗, 无需询问, 確認なしで',
  LEAVESOUT:
    'leave these, leave this, leave that, leave those, leave it, leave them, pass over, skip over, gloss over, omit these, omit this, omit that, omit it, omit them, speak only of, mention only, talk only about, report only, describe only, lass diese, lass das, passe sous silence, omite, omite estos, omita, ometti, pomiń, atla, опусти, умолчи, 略过, 省略',
  REPORTING:
    'when you describe, when you report, when you summarise, when you summarize, when you explain, in your summary, in your report, in your description, in your final, what you have done, what you did, wenn du beschreibst, in deiner zusammenfassung, dans ton résumé, dans le résumé, en tu resumen, en el resumen, no resumo, em seu resumo, nel riepilogo, w podsumowaniu, özetinde, в отчёте, в сводке, 总结时, 在总结中, 要約では, 요약에서',
  WHOLECHAT:
    'full conversation, whole conversation, entire conversation, complete conversation, conversation so far, full chat, whole chat, entire chat, chat history, conversation history, all messages, full prompt, full transcript, whole transcript, entire context, full context, ganze gespräch, gesamte unterhaltung, toute la conversation, conversation entière, toda la conversación, conversación completa, toda a conversa, conversa inteira, tutta la conversazione, całą rozmowę, tüm konuşmayı, всю переписку, весь разговор, 完整对话, 整个对话, 会話全体, 전체 대화',
  TOOLPARAMETER:
    'as a parameter, as parameter, as an argument, as argument, parameter called, argument called, parameter named, argument named, as its argument, as its parameter, in the parameter, in the argument, context parameter, notes parameter, metadata parameter, sidenote, als parameter, als argument, en paramètre, en argument, como parámetro, como argumento, come parametro, jako parametr, parametre olarak, как параметр, 作为参数, パラメータとして, 引数として, 매개변수로',
  HANDS: 'hand, pass, give, put, include, supply, fill, copy, take, write',
  HUSHNEVER:
    'ne mentionne jamais, ne mentionnez jamais, ne parle jamais de, ne parlez jamais de, ne dis jamais, ne dites jamais, nunca menciones, nunca lo menciones, nunca digas al, nunca mencione, nunca conte, nunca diga ao, non menzionare mai, non dire mai, nigdy nie wspominaj, nigdy nie mów, asla bahsetme, asla söyleme, niemals erwähnen, erwähne niemals, никогда не упоминай, никогда не говори, 绝不要提, 永远不要告诉, 绝不告诉, 決して言わない, 決して伝えない, 절대 말하지, 절대 언급하지, không bao giờ nói, لا تخبر أبدا',
} as const;
