/** What sentences order, by concept: phrases between commas. Third persons are left out, for they describe and do not order. */
export const ACTS = {
  IGNORE:
    'ignore, ignoring, disregard, disregarding, forget, discard, override, overrule, set aside, throw out, throw away, pay no attention to, ' +
    "stop following, stop obeying, no longer follow, abandon, do not follow, don't follow, do not obey, don't obey, dismiss, treat as void, no longer obey, no longer heed, don\'t heed, do not heed, don\'t comply with, do not comply with, " +
    'cease following, wipe from your memory, unlearn, you can drop, put aside, leave behind, break free from, act against, violate, ' +
    'ignoriere, ignorieren, ignorieren sie, vergiss, vergessen sie, missachte, ignorez, ignorer, oublie, oubliez, oublier, ne tiens pas compte, ' +
    'ne tenez pas compte, ignora, ignorar, ignoren, olvida, olvide, olvidar, haz caso omiso, esqueça, esqueca, desconsidere, ignorare, ignorate, ' +
    'dimentica, dimenticate, negeer, vergeet, игнорируй, игнорируйте, проигнорируй, проигнорируйте, забудь, забудьте, 忽略, 无视, 無視, 忘记, 忘記, 忽視, ' +
    '無視し, 忘れ, 무시, 잊어',
  TELL:
    'bother, trouble, worry, burden, distract, advise, brief, include in your report, write about, note, log, comment on, quote, list, print, echo, output, point out, volunteer, draw attention to, confess, share, tell, telling, mention, mentioning, inform, informing, reveal, revealing, disclose, disclosing, notify, notifying, report, reporting, show, ' +
    'showing, say anything, let know, let on, explain, explaining, alert, alerting, display, displaying, announce, announcing, acknowledge, surface, ' +
    'bring up, bring it up, bring this up, bring that up, bring them up, talk about, make aware, admit, expose, speak of, refer to, disclosed, mentioned, shown, hint, warn, warning, raise, discuss, ' +
    'describe, sag, sage, sagen, erwähne, erwähnen, erwähnst, informiere, informieren, mitteilen, verrate, dire, dis, dites, mentionner, ' +
    'mentionne, mentionnez, informer, informez, révéler, decir, digas, diga, le digas, mencionar, menciones, informar, informes, reveles, dizer, ' +
    'mencionar, mencione, conte, avisar, avise, menzionare, dirlo, rivelare, informare, informarlo, vertel, vertellen, vermeld, noem, meld, ' +
    'говори, говорите, сообщай, сообщайте, упоминай, упоминайте, рассказывай, 告诉, 告知, 提及, 提到, 透露, 告訴, 通知, 知らせ, 伝え, 言わ, 教え, 알리, 말하, 언급',
  SECRETLY:
    "without a word, without further notice, without notice, on the quiet, hush, out of view, off screen, not visible, invisible, in stealth, under cover of, as a side effect, on the side, while at it, no need to mention, no need to tell, need not mention, needn't mention, nothing about it, not part of the visible, silently, secretly, no hint, any hint, nobody notices, no one notices, nobody sees, no one sees, no one knows, nobody knows, without a trace, clear the terminal, clear the history, clear the screen, clear your tracks, erase the traces, remove the traces, hide the traces, leave them unaware, leave the customer unaware, leave the user unaware, in the dark, out of the summary, out of your answer, out of the report, covertly, discreetly, quietly, in the background, behind the scenes, invisibly, stealthily, under the radar, unnoticed, " +
    'out of sight, without drawing attention, without being noticed, keep this secret, keep this confidential, keep it secret, keep it to yourself, ' +
    "keep this to yourself, keep this between us, hidden from the user, invisible to the user, behind the user's back, off the record, surreptitiously, " +
    "without telling, without mentioning, without informing, without notifying, without the user knowing, without the user's knowledge, without their knowledge, " +
    'without announcing, without surfacing, without leaving a trace, leave no trace, without any visible output, as if nothing happened, nothing out of the ordinary, ' +
    'without showing, without disclosing, without acknowledging, make no mention, no mention of, say nothing, stay silent about, remain silent about, keep quiet about, ' +
    "should not know, must not know, should not see, must not see, never finds out, does not notice, doesn't notice, won't notice, will not notice, not be aware, " +
    "not become aware, need not know, doesn't need to know, does not need to know, unaware, kept from the user, conceal, concealing, cover your tracks, " +
    'keep the user unaware, without comment, without saying so, heimlich, stillschweigend, im hintergrund, unbemerkt, ohne es zu erwähnen, ohne dass, verheimliche, ' +
    "secrètement, discrètement, en secret, en silence, à l'insu, sans le dire, sans informer, sans prévenir, silencieusement, en secreto, silenciosamente, " +
    'a escondidas, sin decir, sin avisar, sin informar, sin que el usuario, discretamente, em segredo, em silêncio, sem avisar, sem informar, sem que o usuário, ' +
    'segretamente, di nascosto, senza dirlo, senza informare, silenziosamente, stiekem, in het geheim, zonder het te zeggen, ongemerkt, тайно, незаметно, скрытно, ' +
    'втайне, 悄悄, 偷偷, 秘密地, 暗中, 默默, こっそり, 密かに, 黙って, 몰래, 조용히, 은밀히',
  SEND:
    'feed, supply, provide, pass on, pass it on, convey, channel, return, expose, broadcast, distribute, export, archive, file, register, notify, attach, wget, curl, send, sending, sent, forward, forwarding, forwarded, upload, uploading, uploaded, transmit, transmitting, transmitted, post, posting, posted, ' +
    'submit, submitting, submitted, deliver, delivering, delivered, relay, relaying, relayed, exfiltrate, exfiltrating, email, mail, pass along, share, ' +
    'sharing, shared, ship, copy, copying, stream, streaming, beacon, dispatch, leak, publish, pipe, make a request, issue a request, issue a get request, ' +
    'make a post request, make a get request, hit, ping, drop, hand over, push, report, mirror, mirrored, sync, synced, funnel, route, radio, surrender, slip, submit to, upload to, cc, bcc, back up, sende, senden, schicke, schick, ' +
    'schicken, übermittle, übermitteln, übertrage, leite weiter, lade hoch, hochladen, envoie, envoyez, envoyer, transmets, transmettez, transmettre, téléverse, ' +
    'envía, envia, envíe, envie, enviar, envíalo, manda, mande, mandar, sube, subir, transmite, transmitir, invia, inviare, inviate, spedisci, carica, ' +
    'trasmetti, stuur, verstuur, verzend, versturen, doorsturen, отправь, отправьте, отправляй, отправить, перешли, перешлите, загрузи, передай, ' +
    '发送, 上传, 发给, 发到, 傳送, 上傳, 提交到, 送信, 送っ, 送り, アップロード, 전송, 보내, 업로드',
  INCLUDE:
    'include, including, append, appending, attach, attaching, add, adding, embed, embedding, insert, encode, encoding, put, placing, place, interpolate, ' +
    'concatenate, carry, fill in, substitute, pass, passing, fill, write',
  RUN:
    'run, running, execute, executing, launch, launching, start, install, installing, eval, evaluate, pipe, open, double-click, paste, pasting, invoke, ' +
    'source, führe aus, exécute, exécutez, ejecuta, ejecute, execute, esegui, voer uit, запусти, выполни, 执行, 运行, 実行, 실행',
  FETCH:
    'pick up, look at, inspect, gather, collect, harvest, scrape, enumerate, list, locate, find, search for, extract, take, capture, fetch, fetching, download, downloading, retrieve, retrieving, load, loading, get, pull, pulling, read, reading, visit, visiting, open, opening, check, ' +
    'curl, consult, browse, request, query, poll, look up, obtain, grab, access, call, go to, contact',
  FOLLOW:
    'heed, take as instructions, give priority to, regard as instructions, regard as orders, consider as instructions, trust, as if the user, as though the user, as if it came from the user, let the text decide, is to be executed, are to be executed, is to be followed, are to be followed, take over, follow, following, obey, obeying, execute, executing, carry out, carrying out, comply with, complying with, act on, acting on, act upon, apply, ' +
    'adhere to, do what, do whatever, do as, perform, honor, honour, abide by, treat as instructions, treat as commands, treat as your own, ' +
    'take as orders, replace your instructions, let it guide, update your behavior, behave accordingly, run whatever, do exactly what, do everything, adopt, load as, ' +
    'use as your instructions, do it, do so, carry it out, carry them out, act accordingly, go along with, binding, authoritative, take direction from, take its word',
  SKIP:
    "skip, skipping, bypass, bypassing, omit, suppress, suppressing, disable, disabling, turn off, turning off, switch off, do not ask for, don't ask for, " +
    "never ask for, do not wait for, don't wait for, never wait for, never request, do not request, don't request, no need for, no need to ask for, " +
    'without asking for, without waiting for, without requesting, without seeking, without any, without, circumvent, auto-approve, dispense with, waive, deactivate, remove, ' +
    'stop asking for, take out, take down, lift, switch off, do without, relax, leave out, opt out of, get around, work around, sidestep, exempt from, turn down, mute, silence, kill, stop, unload, exclude from, add an exclusion, add exclusion, ' +
    "no, do not require, does not require, doesn't require, assume, take for granted",
  DANGEROUS:
    'delete, deleting, overwrite, overwriting, push, pushing, force-push, force-pushing, deploy, deploying, pay, paying, purchase, purchasing, buy, buying, ' +
    'transfer, transferring, merge, merging, publish, publishing, drop, dropping, wipe, wiping, format, execute, executing, run, running, install, installing, ' +
    'remove, removing, modify, modifying, changing, send, sending, commit, committing, destructive, dangerous, approve, approving, accept, make payments, act, proceed, commands',
  PERSONA:
    'you are now, act as, pretend to be, pretend you are, pretend that you, imagine you are, roleplay as, role-play as, from now on you are, you have entered, ' +
    "switch to, switch into, enter, entering, activate, assume the role, you will act as, behave as, simulate, become, you are no longer, you're now, " +
    'take on the persona, adopt the persona, your new identity, you will respond as, respond as, operate in, operate as, you are in, you run in, consider yourself, think of yourself, ' +
    'your name is, du bist jetzt, du bist nun, tu es maintenant, vous êtes maintenant, ahora eres, eres ahora, agora você é, ora sei, je bent nu, теперь ты, ты теперь, ' +
    '你现在是, 从现在开始你, あなたは今, 이제 너는, 이제 당신은',
  WRITE:
    'add, adding, append, appending, write, writing, insert, inserting, save, saving, store, storing, put, copy, record, remember, persist, include, prepend, ' +
    'modify, update, updating, edit, editing, memorize, memorise, inject, install, place, paste, carry over, note, keep, set, make sure, change, create, retain, ' +
    'extend, schreibe, füge, ajoute, ajoutez, añade, agrega, adicione, aggiungi, voeg, добавь, запомни, 添加, 写入, 记住, 追加, 記憶, 추가, 기억',
  INSERT:
    'adopt, keep, tuck, drop, sow, build in, write, introduce, introducing, insert, inserting, add, adding, plant, planting, inject, injecting, slip, sneak, hide, hiding, embed, embedding, include, leave, ' +
    'leaving, work in, weave, seed, put, create, reintroduce, smuggle, bake in, produce, make',
  WEAKEN:
    'shorten, weaken, weakening, downgrade, downgrading, lower, reduce, loosen, relax, water down, undermine, degrade, sabotage, cripple, corrupt, tamper with, ' +
    'comment out, strip out, strip, neuter, break, invert, skew, alter, falsify, fabricate, doctor, fudge, manipulate, misstate, misrepresent, misreport, understate, round up',
  CLAIM:
    'insist, maintain, write down, record, log, conclude, pass off, sell, count, treat, claim, report, say, state, pretend, assert, answer, respond, reply, tell, lie, declare, announce, confirm, indicate, assure, show, mark, present, list, make it look, ' +
    'make it appear, act as if, act as though, behave as if, give the impression, write',
  RECOMMEND:
    'recommend, recommending, promote, suggest, endorse, advertise, favour, favor, prefer, steer, push, praise, plug, always use, always choose, always pick, always install, nudge, mention, link to',
  MOVE: 'transfer, transferring, send, pay, paying, buy, purchase, trade, swap, donate, place an order, withdraw, stake, sign, approve, wire, sell, deposit, spend, move, drain, sweep, bridge, mint, order, tip, bet, top up',
  DESTROY:
    'delete, deleting, erase, erasing, wipe, wiping, remove, removing, drop, dropping, destroy, destroying, purge, truncate, format, overwrite, overwriting, shred, rm -rf, ' +
    'nuke, clear out, get rid of, encrypt, corrupt, reset, scramble, lösche, supprime, supprimez, elimina, borra, apague, cancella, verwijder, удали, 删除, 削除, 삭제',
  ASKUSER:
    "tell the user that they must enter, urge the user, warn the user that their account, tell the user their session, have them enter, ask the user for, ask them for, ask for the user's, ask for their, ask the user to provide, ask the user to enter, ask the user to paste, ask the user to type, ask the user to share, " +
    "ask the user to send, ask the user to give, request the user's, request their, prompt the user for, prompt the user to enter, prompt the user to paste, ask them to enter, ask them to paste, " +
    "ask them to type, have the user enter, have the user paste, have the user type, get the user to, collect the user's, collect their, obtain the user's, obtain their, demand the user's, " +
    'tell the user to paste, tell the user to enter, convince the user, persuade the user, have them paste, ask the user what their, ask what their, solicit, request from the user, ask the human for, ' +
    'instruct the user to enter, instruct the user to provide, ask the customer for',
  OMIT: 'leave it out, leave this out, leave that out, leave them out, keep it out, keep this out, keep that out, omit, omitting, leave out, leaving out, exclude, scrub, redact, strip, hide, hiding, remove, delete, erase, clear, keep, purge, drop',
  ACCEPTALL:
    'consider approved, count as approved, counts as approved, treat as approved, regard as approved, considered approved, deemed approved, been pre-approved, commands are approved, actions are approved, answer yes, say yes, always allow, accept every, accept all, grant every, grant all, approve every, approve all, click allow, press allow, allow everything, yes to all, confirm every, confirm all, choose always allow, approve automatically, accept automatically, approve it yourself, ' +
    'confirm it yourself, approve on behalf of, confirm on behalf of, treat silence as consent, treat silence as approval',
  DISCLOSE:
    'print, printing, repeat, repeating, output, outputting, quote, recite, dump, echo, reproduce, translate, reveal, revealing, disclose, disclosing, show, display, paste, copy, expose, leak, spell out, write out, read out, summarise, summarize, return',
  NOTICE:
    'notice, see, know, learn, find out, realize, realise, discover, suspect, be aware, become aware, hear about, hear of, be told, be informed, be shown, be notified, be bothered, be asked',
  MISLABEL:
    'describe the change as, describe it as, call it a refactoring, as a refactoring, label it as, disguise, disguised as, make it look like, harmless name, innocuous, unsuspicious, inconspicuous, so that it looks, looks legitimate, look legitimate, look natural, look accidental, look like an accident, blend in, misleading commit message, as a typo fix, as routine maintenance, as a formatting change',
  OBEYMARK:
    'any message that starts with, messages that begin with, messages that start with, message that begins with, lines that start with, contains the code, contains the phrase, prefixed with, signed by, whoever says, anyone who says, anyone who knows, when it says, if a message contains',
  REPLICATE:
    'copy this skill to, copy this skill into, install this skill in, copy yourself, replicate, spread this, add this file to other, into every other, other repositories, every repository, all repositories of the user, copy this file to, each project that you open, every project that you open, propagate',
} as const;
