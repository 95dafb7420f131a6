/** Passwords of 8 or more characters among Burnett's 10,000 commonest, in lower case, from SecLists (MIT):
 * https://github.com/danielmiessler/SecLists/tree/master/Passwords/Common-Credentials */
export const COMMON_PASSWORDS = new Set(
  `
0.0.0.000 00000000 0000000000 01011900 01011910 01011960 01011970 01011971 01011972 01011973 01011974
01011975 01011976 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986
01011987 01011988 01011989 01011990 01011991 01011992 01011993 01011994 01011995 01011999 01012000 01012001
01012009 01012010 01012011 01020304 01021985 01021987 01021988 01021989 01021990 01021992 01022010 01031981
01031983 01031984 01031985 01031986 01031988 01031989 01041980 01041983 01041985 01041987 01041988 01041990
01041992 01041993 01051980 01051985 01051986 01051988 01051989 01051990 01061983 01061986 01061987 01061988
01061990 01061992 01071984 01071986 01071987 01071988 01071990 01081985 01081989 01081990 01081992 01091985
01091987 01091988 01091989 01091992 01101987 01121986 01121987 01121988 01121990 01234567 0123456789
0192837465 02011971 02011975 02011976 02011977 02011979 02011980 02011981 02011982 02011983 02011984
02011985 02011986 02011987 02011988 02011989 02011990 02021971 02021973 02021976 02021978 02021979 02021980
02021981 02021982 02021983 02021984 02021985 02021986 02021987 02021988 02021989 02021990 02021991 02031973
02031974 02031975 02031977 02031978 02031979 02031980 02031981 02031982 02031983 02031984 02031985 02031986
02031987 02031988 02031989 02031990 02031991 02041972 02041973 02041974 02041975 02041976 02041977 02041978
02041979 02041980 02041981 02041982 02041983 02041984 02041985 02041986 02041987 02041988 02041989 02051970
02051972 02051973 02051975 02051976 02051977 02051978 02051979 02051980 02051981 02051982 02051983 02051984
02051985 02051986 02051987 02051988 02051989 02051990 02061971 02061972 02061974 02061976 02061977 02061978
02061979 02061980 02061981 02061982 02061983 02061984 02061985 02061986 02061987 02061988 02061989 02061990
02071971 02071975 02071976 02071977 02071978 02071979 02071980 02071981 02071982 02071983 02071984 02071985
02071986 02071987 02071988 02071989 02081970 02081973 02081974 02081976 02081977 02081979 02081980 02081981
02081982 02081983 02081984 02081985 02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976
02091977 02091978 02091980 02091981 02091982 02091983 02091984 02091985 02091986 02091987 02091988 02091989
02101973 02101976 02101977 02101978 02101979 02101980 02101981 02101983 02101984 02101985 02101986 02101987
02101988 02101989 02111987 03011987 03011991 03021986 03031984 03031986 03031987 03031988 03031990 03031991
03031992 03031993 03041980 03041983 03041984 03041986 03041987 03041989 03041991 03051986 03051987 03051988
03061985 03061986 03061987 03061988 03071985 03071986 03071987 03081989 03082006 03091983 03091988 03101991
03111987 04021990 04031991 04041983 04041985 04041986 04041987 04041988 04041990 04041991 04051985 04051988
04061984 04061986 04061987 04061991 04071986 04071987 04071988 04081987 04091986 04111988 04111991 05011987
05021987 05021988 05031987 05031990 05031991 05041985 05051985 05051986 05051987 05051989 05051990 05051991
05061986 05061988 05061989 05061990 05071984 05071985 05071988 05081986 05081988 05081992 05091987 05091988
05111986 05121988 05121990 06011982 06011988 06021986 06021987 06031983 06031992 06041984 06041987 06041988
06051986 06061981 06061985 06061986 06061987 06061988 06071983 06081987 06101989 07021980 07021991 07031989
07041987 07041988 07041989 07051987 07051990 07061988 07071977 07071982 07071984 07071985 07071987 07071988
07071989 07071990 07081984 07081986 07081987 07091982 07091988 07091990 07101984 07101987 08011986 08021990
08031985 08031986 08031987 08041985 08041986 08051987 08051989 08051990 08061987 08071985 08071987 08071988
08081986 08081988 08081989 08081990 08101986 08111984 08121986 08121987 09021988 09021989 09031987 09031988
09041985 09041986 09041987 09051945 09051984 09051986 09051987 09081985 09081988 09090909 09091986 09091988
09111987 09876543 0987654321 10011980 10011983 10011986 10011988 10011990 10011992 10021986 10021987
10031980 10031987 10031988 10031989 10031990 10031991 10031993 10041983 10041984 10041986 10041987 10041990
10041991 10051987 10051988 10051990 10061984 10061985 10061986 10061987 10061989 10071985 10071986 10071987
10071988 10071989 10071990 10081983 10081985 10081987 10081989 10081990 10091984 10091985 10091986 10101010
10101980 10101985 10101986 10101988 10101989 10101990 10111986 10121985 10121986 10121987 10203040 10293847
1029384756 11011987 11011989 11011990 11011991 11021985 11031983 11031986 11031988 11041985 11041990
11041991 11051984 11051986 11051987 11051988 11051990 11061984 11061985 11061986 11061987 11061989 11061991
11071985 11071986 11071987 11071988 11071989 11081986 11081987 11081988 11081989 11081990 11091984 11091985
11091986 11091989 11091990 11101986 11111111 111111111 1111111111 11111986 11111987 11111991 11112222
11121985 11121986 11121987 111222333 11221122 11223344 1122334455 11235813 1123581321 12011985 12011987
12011989 12021984 12021985 12021988 12021990 12021991 12031985 12031987 12031988 12031990 12041986 12041988
12041990 12041991 12051985 12051986 12051987 12051988 12051989 12051990 12061986 12061987 12061988 12071984
12071987 12071988 12071989 12071990 12071991 12071992 12081983 12081984 12081985 12081987 12081988 12081990
12081993 12091986 12091988 12091991 12101984 12101985 12101988 12101989 12101990 12111984 12111985 12111990
12111991 12121212 1212121212 12121982 12121985 12121986 12121987 12121988 12121989 12121990 12121991
12131213 12131415 12211221 12301230 12312312 123123123 1232323q 123321123 12341234 12344321 1234509876
1234512345 123454321 1234554321 123456123 123456654321 12345678 123456789 1234567890 1234567890-
1234567890a 1234567890q 1234567891 12345678910 1234567899 123456789a 123456789d 123456789m 123456789q
123456789qwe 123456789s 123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456aa 123456qqq
123456qw 123456qwe 123456qwerty 123456ru 12345abc 12345qaz 12345qwe 12345qwer 12345qwert 12345qwerty
12348765 1234abcd 1234asdf 1234qwer 1234rewq 1234zxcv 12365478 123654789 12369874 123698745 123789456
123qq123 123qwe123 123qweasd 123qweasdzxc 123qwert 123qwerty 12qw12qw 12qw34er 12qwaszx 13011987 13011988
13021985 13021987 13021990 13021991 13031986 13031987 13031989 13041987 13041988 13041989 13051986 13051987
13051990 13061985 13061986 13061987 13061991 13071982 13071984 13071985 13071987 13071989 13071990 13081985
13081986 13091984 13091986 13091987 13091988 13101982 13101987 13101988 13101992 13111984 13111990 13121983
13121985 13131313 13243546 134679852 135792468 1357924680 135798642 14011986 14011987 14011988 14011989
14021983 14021985 14021986 14021987 14021989 14021990 14031986 14031988 14031989 14041986 14041987 14041988
14041992 14051983 14051990 14061988 14061991 14071986 14071987 14071988 14081985 14081988 14081990 14091987
14091990 14101986 14101987 14101988 14111986 14121989 14141414 14725836 147258369 147852369 14789632
147896325 14881488 15011983 15011985 15011986 15011987 15011988 15011990 15021983 15021985 15021986
15021990 15031988 15031990 15031991 15041987 15041988 15051981 15051985 15051986 15051987 15051989 15051990
15051992 15061984 15061985 15061988 15071983 15071985 15071986 15071987 15071988 15071990 15081986 15081988
15081989 15081990 15081991 15091985 15091987 15091988 15091989 15101986 15101991 15111984 15111988 15111989
15121983 15121987 15151515 15426378 16011986 16011987 16011989 16021987 16021988 16021990 16031986 16031988
16031990 16041985 16041988 16051985 16051987 16051988 16051989 16051990 16061985 16061986 16061987 16061988
16071987 16071991 16081986 16091987 16091988 16091990 16101986 16101987 16111982 16111990 16121986 16121987
16121991 17011987 17011990 17021985 17021987 17021989 17031987 17041985 17041986 17041987 17041991 17051983
17051987 17051988 17051989 17051990 17061986 17061987 17061988 17061989 17061991 17071985 17071986 17071987
17071989 17071990 17091985 17091987 17101986 17101987 17111985 17111987 17121985 17121987 17171717 18011985
18011986 18011987 18011988 18021984 18021986 18021987 18021988 18021992 18031986 18031988 18031991 18041986
18041990 18041991 18051987 18051988 18051989 18051990 18061985 18061990 18061991 18071986 18071989 18071990
18081988 18091985 18091986 18091987 18101985 18101987 18111983 18111986 18111987 18121812 18121983 18121984
18121985 18121987 18121990 18436572 19011987 19011989 19021990 19021991 19031985 19031987 19041985 19041986
19051983 19051986 19051987 19061985 19061987 19061990 19061991 19061992 19071986 19071988 19071989 19071990
19081986 19081987 19091983 19091988 19091990 19101986 19101987 19101990 19111985 19111986 19111987 19121988
19121989 19283746 192837465 19411945 19641964 19651965 19661966 19671967 19681968 19691969 19701970
19711971 19721972 19731973 19741974 19751975 19761976 19771977 19781978 19791979 19801980 19811981 19821982
19831983 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993 19941994
19951995 19961996 19971997 19981998 19991999 1a2b3c4d 1a2s3d4f 1passwor 1q1q1q1q 1q2w3e4r 1q2w3e4r5
1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qazxsw23edc 1qazzaq1 1qw23er4
1x2zkg8w 1z2x3c4v 20002000 20011983 20011988 20011989 20012001 20021985 20021986 20021988 20022002 20031985
20031986 20031987 20031988 20031990 20031991 20031992 20032003 20041985 20041986 20041988 20041990 20051983
20051985 20051987 20051988 20051989 20052005 20061983 20061984 20061986 20061987 20061988 20061990 20061991
20071984 20071986 20071988 20081986 20081990 20081991 20082008 20091986 20091988 20091991 20092009 20101987
20101988 20102010 20111986 20121986 20121988 20121989 20202020 21011988 21011989 21011991 21021985 21021987
21021988 21021989 21021990 21031984 21031985 21031986 21031987 21031988 21031990 21041985 21041987 21041991
21041992 21051986 21051988 21051990 21051991 21061985 21061986 21061988 21071987 21071989 21071992 21081985
21081987 21091989 21101983 21101986 21101987 21101988 21101989 21111983 21111985 21111986 21111989 21111990
21121985 21121986 21121989 21122112 21212121 22011985 22011986 22011988 22011992 22021985 22021986 22021988
22021989 22021990 22031984 22031986 22031991 22041985 22041986 22041987 22041988 22051986 22051987 22051988
22051989 22051991 22061941 22061984 22061985 22061987 22061988 22061989 22061990 22071983 22071984 22071985
22071986 22071987 22071988 22071989 22071990 22071991 22071992 22081983 22081986 22081991 22091984 22091986
22091988 22091990 22091991 22111985 22111988 22121983 22121986 22121987 22121989 22222222 2222222222
23011985 23011990 23021983 23021985 23021986 23021988 23021989 23021992 23031983 23031986 23031987 23031990
23041986 23041987 23041988 23041991 23051983 23051985 23051986 23051987 23051990 23051991 23061987 23061989
23061990 23061992 23071985 23091985 23091986 23091987 23091989 23091991 23101987 23111986 23111987 23111989
23121986 23232323 23456789 23skidoo 24011985 24011987 24011990 24021988 24021991 24031987 24031988 24031990
24041984 24041985 24041986 24041988 24051989 24051990 24061985 24061986 24061987 24061988 24061992 24071987
24071990 24071991 24071992 24081988 24091986 24091991 24101984 24101986 24101988 24101989 24101990 24101991
24111987 24111989 24111990 24121986 24121987 24121988 24121989 24242424 24682468 25011985 25011986 25011990
25011993 25021985 25021986 25021988 25031983 25031984 25031987 25031991 25041985 25041987 25041988 25041991
25051980 25051985 25051987 25051988 25061985 25061986 25061987 25071983 25071985 25071987 25071990 25081985
25081986 25081988 25081989 25091987 25091989 25091990 25091991 25101988 25101989 25111987 25111991 25121985
25121987 25252525 25800852 25802580 26011986 26011990 26021987 26021992 26031984 26031986 26031987 26031988
26031990 26031991 26041986 26041991 26051986 26051988 26061985 26061986 26061987 26061989 26061991 26071984
26071986 26071987 26071989 26081986 26091986 26101986 26101987 26111985 26121989 27011988 27021990 27021991
27021992 27031986 27031987 27031989 27031992 27041985 27041990 27051987 27061983 27061985 27061988 27071987
27071988 27081986 27081990 27091985 27091991 27111985 27111989 27111990 27272727 28011987 28011988 28021983
28021985 28021986 28021990 28021992 28031982 28041987 28041992 28051985 28051986 28051987 28051990 28061986
28061988 28071985 28071986 28071987 28081986 28081990 28101986 28121984 28121989 29011982 29011985 29011987
29031988 29031990 29041985 29041988 29041989 29051985 29051989 29051990 29051992 29061985 29061986 29061988
29061989 29061990 29071983 29071985 29081985 29081990 29091987 29111988 29111989 29121987 30011985 30011986
30011987 30011990 30031986 30031988 30031992 30041985 30041986 30041987 30041991 30051985 30051986 30051987
30051988 30051989 30061983 30061987 30061988 30071986 30081984 30091989 30101988 30111987 30121985 30121986
30121987 30121988 31011987 31011990 31031987 31031988 31051982 31051985 31051987 31051991 31051993 31071990
31101987 31121985 31121986 31121987 31121988 31121990 31415926 321321321 321654987 33333333 369258147
43214321 44332211 44444444 45454545 456456456 45m2do5bs 4815162342 50spanks 51505150 55555555 5555555555
5wr2i7h8 609609609 66613666 66666666 69696969 73501505 74108520 741852963 77777777 7777777777 7777777a
78945612 789456123 7894561230 789654123 789789789 7ugd5hip2j 87654321 88888888 8j4ye3uz 9293709b13
963852741 987456321 98765432 987654321 9876543210 99999999 999999999 9999999999 a1234567 a12345678
a123456789 a1b2c3d4 a1s2d3f4 aaaaaaaa aaaaaaaaaa aardvark abc12345 abcd1234 abcdefgh aberdeen abnormal
abrakadabra absolute absolutely access14 achilles acidburn adgjmptw adrenalin adrienne agent007 airborne
airforce airplane albatros alcatraz alejandr alejandro aleksandr aleksandra alessandro alexalex alexande
alexander alexandr alexandra alexandre alleycat alliance almighty alphabet amateurs ambrosia america1
american amethyst amsterda amsterdam anaconda anastasi anastasia anastasiya andersen anderson andromed
andromeda andyod22 angel123 angelica angelika angelina anhyeuem annabell annmarie antelope anthony1
antonina anything aolsucks apollo13 apple123 applepie aquarius archange argentin argentina arkansas
armagedon armstron arsenal1 asdasdasd asdf1234 asdfasdf asdffdsa asdfgh01 asdfghjk asdfghjkl asdfzxcv
asdqwe123 ashleigh aspirine assassin asshole1 assholes atlantic atlantis attitude augustus austin31
australi australia avalanch aviation awesome1 azertyui azertyuiop azsxdcfv babybaby babyblue babycake
babydoll babyface babygirl babylon5 babylove backdoor balloons bangbang baracuda barbados barcelon
barcelona barefoot baritone barselona baseball baseball1 basketba basketball bastards bbbbbbbb bcfields
bearbear bearcats beatrice beautifu beautiful beefcake beerbeer benessere benjamin bergkamp berkeley
bigballs bigblock bigboobs bigbooty bigdaddy bigdicks bigmoney bigpoppa billabon billybob billyboy binladen
birthday bismillah bitchass blablabla blackbir blackcat blackdog blackhaw blackjac blackjack blacklab
blackman blackout blahblah blessing blink182 blizzard blowfish blue1234 blueball bluebell bluebird blueblue
blueeyes bluefish bluejays bluemoon bluesman bobafett bobdylan bobmarley bollocks bonehead bookworm
boomboom borabora bordeaux borussia bradford brandon1 brewster brighton brigitte brittany brittney broadway
broncos1 brooklyn brothers browning brucelee bubba123 bubbles1 buckeyes buckshot budapest buddy123 buddyboy
budlight budweise budweiser buffalo1 building bulldog1 bulldogs bullfrog bullseye bullshit bunghole
business buttercu buttercup butterfl butterfly buttfuck butthead butthole bynthytn cabernet cadillac
caliente californ california caligula calimero callaway callisto camaross cambiami cameltoe cameron1
campbell canadian candyass candyman cannabis cannibal capetown capricor capricorn capslock captain1
cardinal cardinals carebear carlitos carnival carolina caroline carpedie carpente cartoons casanova
cashmone cashmoney cassandr cassandra castillo catalina catherin catherine catwoman cavalier cbr900rr
cccccccc cdtnkfyf celebrity cerberus cfitymrf chainsaw challeng chambers champion chandler changeme
chargers charisma charlene charles1 charlie1 charlie2 charlott charlotte charlton checkers cheerleaers
chelsea1 chemical cherokee cherries cheshire chester1 chestnut chevelle chevrole chevrolet cheyenne
chicago1 chicken1 chickens children chipmunk chiquita chocolat chocolate choochoo chouchou chris123
chrisbln christia christian christie christin christina christine christma christmas christop christopher
chrysler chuckles cinnamon cjkysirj clarence clarinet clarissa classics claymore clemente cleopatr
cleopatra clevelan clifford clippers clitoris cnfybckfd cocacola cocksuck cocksucker coldbeer coldplay
colombia colonial colorado coltrane columbia columbus comanche commande commando complete computer concorde
concrete confused conquest consumer contract coolcool cooldude coolness corleone cornwall corvette costello
cosworth courtney coventry cowboys1 crackers crawford crazybab creampie creation creative creature cricket1
criminal cristian cristina crjhgbjy cromwell crusader crystal1 cucumber customer cutiepie cygnusx1 daisydog
danielle dannyboy darkange darkangel darklord darkness darkside darkstar daughter david123 davidson
daylight dbrnjhbz dddddddd deadhead deadpool death666 december deepthroat deeznuts deeznutz defender
deftones delaware delldell delpiero derparol designer destiny1 devil666 devildog dfktynby dfktynbyf
diamond1 diamonds dickhead dietcoke digital1 dilligaf dingdong dinosaur director dirtbike discover
dkflbckfd dkflbvbh doberman dodgeram dodgers1 doghouse dogpound dolemite dolphin1 dolphins dominion
dominiqu dontknow doomsday doughboy download downtown dragon12 dragon69 dragonba dragonball dragonballz
dragonfl dragster dreamcas drowssap drpepper drummer1 dthjybrf dudedude dukeduke dutchess dynamite earnhard
earthlink eastside eastwood eatmenow eatpussy eclipse1 eeeeeeee eggplant einstein ekaterina elcamino
eldorado electric electron elements eleonora elephant elisabet elizabet elizabeth elizaveta emmanuel
enforcer engineer enternow enterpri enterprise entrance erection ericsson escalade espresso estrella
eternity evangelion everlast evolutio evolution excalibu excalibur exchange experienced explorer f00tball
facebook fairlane faithful fandango fantasia fantomas farscape fastball favorite6 fearless february
federico feelgood fellatio ferguson fernando ferrari1 festival ffffffff fgtkmcby fireball firebird fireblad
firefigh firefire firewall fishbone fishfish fishhead fishing1 fkbyjxrf fktrcfylh fktrcfylhf flamengo
flamingo fletcher flexible flipflop florence florida1 flounder football football1 fordf150 forever1
forgetit formula1 forsaken fortress fountain foxylady francesc francesco francisc francois franklin
freckles frederic frederik fredfred fredrick freebird freedom1 freefall freefree freepass freeporn freeuser
friendly friendster front242 frontier fuck_inside fuckface fuckfuck fuckhead fuckinside fuckoff1 fuckthis
fuckyou1 fuckyou2 fullmoon function funstuff futurama fyfcnfcbz fyfnjkbq fyutkbyf fyutkjxtr gabriel1
gabriela gabriele gabriell gamecock gamecube gameover gandalf1 gangbang gangster gannibal garfield gargoyle
gateway1 gatorade gbhfvblf genesis1 geoffrey geronimo gertrude gesperrt getmoney gfhjkm123 gfhjkmgfhjkm
gggggggg ghbdtn123 ghbdtnbr ghblehjr ghbywtccf ghhh47hj7649 ghjcnbnenrf ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf
ghostrider gilligan giovanni giuseppe gladiato gladiator gn56gn56 godfathe godfather godsmack godzilla
goldberg goldeneye goldfing goldfish goldstar goldwing golfball golfgolf gonzales gonzalez good123654
goodgirl goodluck goodtime gordon24 gorgeous gotohell graphics grateful greatone green123 greenbay greenday
gretchen gsxr1000 gtnhjdbx guardian guinness hahahaha hairball halflife hallo123 hamilton handball handsome
handyman hannibal happiness happy123 happyday hardball hardcock hardcore harddick hardrock hardware
harrison harrypotter hastings hattrick hawaii50 hawaiian hawkeyes hayabusa heather1 hedgehog heineken
heinrich hellfire hello123 hellokitty hellsing hellyeah hercules herewego heritage hetfield hhhhhhhh
highbury highheel highland highlander holidays hollywoo hollywood holyshit homemade homework honeybee
hongkong honolulu hooligan hoosiers hopeless hotgirls hotpussy hotstuff hounddog htubcnhfwbz hurrican
hurricane hyperion icecream icehouse idontkno idontknow ihateyou ilikepie illinois illusion ilovegod
ilovesex iloveyou iloveyou1 iloveyou2 immortal imperial implants infantry infiniti infinity insanity
insomnia inspiron intercourse internet intrepid intruder inuyasha irishman ironmaiden isabella isabelle
islander istanbul istheman iverson3 jackass1 jackjack jackson1 jackson5 jakejake james007 james123 jamesbon
jamesbond japanese jasmine1 jayhawks jeanette jeepster jefferso jellybea jellybean jennifer jeremiah
jermaine jessica1 jiggaman jjjjjjjj johannes johncena johndeer johngalt johnjohn johnson1 jonathan jonathon
jordan23 josephin juliette junkmail just4fun justdoit juventus kakashka kamasutra kamikaze kangaroo
karolina katarina katerina katherin katherine kathleen kawasaki kayleigh kazantip kcchiefs kcj9wx5n
kentucky kenworth keyboard keystone killbill killer12 killer123 killkill kimberly kingfish kingking
kingkong kingston kirkland kisskiss kissmyass kittycat kittykat kjrjvjnbd kkkkkkkk kleopatra klondike
knickers knockers knuckles konstantin kordell1 koroleva krasotka kristian kristina kristine krokodil
labrador lacrosse laetitia lakeside lakewood lalakers lalalala lancelot lasvegas laurence lawrence
leavemealone leedsutd lemonade leonardo lesbians letmein1 letmein2 letsdoit lfitymrf lifehack lifetime
lighting lightnin lightning limewire lineage2 lionking lipstick lisalisa liverpoo liverpool liverpool1
lkjhgfds lkjhgfdsa llllllll lockdown logitech lokiloki lokomotiv lollipop lollypop lonesome lonestar
lonewolf longdong longhair longhorn longjohn lorraine loveless lovelife lovelove loverboy lowrider luckydog
luckyone lunchbox macaroni macdaddy macintos madeline madison1 magazine magellan magician magicman magnolia
mailcreated5240 majestic makaveli maksimka mallrats mamacita mamamama mamapapa manchest manchester mandarin
mandingo mandrake maradona marathon marcello marcius2 margaret margarit margarita marianna marianne
marijuan marijuana mariners marines1 marino13 mariposa marjorie marlboro marriage marseill marseille
marshall martinez maryjane maryland masamune maserati mash4077 master12 masterbate masterbating matchbox
matthew1 matthews matthias maverick maxwell1 mazafaka mazda626 mazdarx7 mcdonald mckenzie meatball meathead
meatloaf mechanic medicine megadeth megapass megatron melissa1 meowmeow mephisto mercedes meredith meridian
mersedes metallic metallica michael1 michael2 michaela michaels michelle michigan microlab microphone
microsof microsoft midnight mikemike military millenium millions millwall minecraft minemine minimoni
ministry mischief misfit99 mississippi missouri mistress mitchell mmmmmmmm mobydick modelsne mohammad
mohammed mollydog monalisa money123 moneyman mongoose monkey12 monkeybo monopoly monster1 monsters montecar
montgom240 montreal montrose moonbeam moonligh moonlight moonshin morpheus morrison morrowind mortgage
mortimer motherfucker motherlode motocros motorola mountain mudvayne muhammad mulligan multiplelo munchkin
mushroom musicman mustang1 mustang6 mustangs mynameis mypassword napoleon nascar24 natasha1 nathalie
national nautilus navigator navyseal ncc1701a ncc1701d ncc1701e ncc74656 nebraska netscape nevermind
nevermore newcastl newcastle newpass6 newyork1 nicholas nightmar nightmare nightwish nineball nineinch
nintendo nirvana1 nnnnnnnn nokia6233 nokia6300 nokian73 noname123 nonenone normandy northern nostromo
notebook nounours november nthvbyfnjh nuttertools nwo4life nygiants oblivion obsidian offshore oklahoma
oooooooo opendoor operator optimist original overkill overlord p0015123 p0o9i8u7 p4ssw0rd pa55w0rd pa55word
packers1 paintbal paintball painting pakistan pallmall palmtree panasoni panasonic pancakes pantera1
panther1 panthers pantyhos papamama papillon paradigm paradise paramedi paranoid pasadena pass1234 passpass
passport passw0rd passwor1 password password1 password12 password123 password2 password9 password99
passwords passwort patches1 pathetic pathfind patience patricia patrick1 patriots pavement pavilion
peaches1 pearljam peekaboo penelope penetration penguin1 penguins pentagon penthous perfect1 personal
peterbil peterpan peterson pharmacy phialpha philippe phillies phillips phoenix1 pianoman pictures piercing
pimpdadd pineappl pineapple pinetree pingpong pinkfloy pinkfloyd pinnacle pipeline piramida pizzaman
plastics platinum platypus playball playboy1 playmate playstat playstation playtime pleasure plymouth
poiuytre poiuytrewq pokemon1 polniypizdec0211 polopolo poohbear pool6123 poontang pooppoop porkchop
pornking pornporn pornstar porsche1 porsche9 portland portugal poseidon positive power123 pppppppp preacher
precious predator presario presiden president pressure princess pringles printing private1 progress
property prospect pufunga7782 pumpkin1 pumpkins punisher punkrock puppydog pussy123 pussycat pussyman
q1234567 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qawsedrf qazwsx12 qazwsx123 qazwsxed
qazwsxedc qazwsxedc123 qazwsxedcrfv qazxswedc qqqqqqqq question qwe123qwe qweasd123 qweasdzxc qweqweqwe
qwer1234 qwerasdf qwerasdfzxcv qwerqwer qwert123 qwert12345 qwerty11 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwertyqwerty qwertyui qwertyuio qwertyuiop qwqwqwqw r2d2c3po rachelle radiohea
radiohead ragnarok raiders1 railroad rainbow1 rainbow6 rainbows rainyday raistlin rammstein rangers1
rasputin rastaman realmadrid rebecca1 reckless recovery redalert redbaron reddevil reddwarf redskins
redwings reginald register remember remingto renegade republic research resident revolution revolver
reynolds rfhfylfi rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcjnrf rhiannon rhjrjlbk rhtdtlrj
riccardo richard1 richards richmond rightnow rjhjktdf rjirfrgbde rjycnfynby roadkill roadking roadrunn
roadrunner roadster robinson robotech robotics rochelle rockford rockhard rocknrol rocknroll rockstar
rockwell rolltide romantic romashka rootbeer rosemary rrrrrrrr runescape rush2112 sabrina1 sailboat
salamander salasana salvador samantha sammy123 samsung1 sandiego sandrine sandwich santiago sapphire
saratoga sasha_007 satan666 saturday sausages savannah scarface scarlett scheisse scissors scoobydo
scoobydoo scooter1 scorpio1 scorpion scotland scrabble scrapper screamer seahawks sebastia sebastian
security segblue2 seinfeld seminole semperfi senators sentinel septembe september serenity sergbest
sergeant sersolution services sexsexsex sexybabe sexygirl sexylady sexysexy shadow12 shamrock shaney14
shanghai shannon1 sheepdog shepherd sheridan sherlock sherwood shitface shithead shopping showtime sidekick
sigmachi silverad simpsons sinclair singapor sinister sithlord skateboard skinhead skittles skorpion
skywalke skywalker slamdunk slapshot slimshad slimshady slipknot slippery slowhand smackdow smackdown
smashing smeghead smirnoff smoothie sneakers snickers sniffing snoopdog snowball snowbird snowboar
snowboard snowflak snuggles soccer10 soccer12 socrates softball software sojdlg123aljg solitude solution
somerset somethin something sonyericsson sonyfuck sonysony soso123aljg soulmate southern southpar southpark
southpaw spaceman spanking sparkles spartan1 spartans speakers specialk spectrum speedway spencer1 spiderma
spiderman spitfire splinter spongebo spongebob sporting springer sprinter squirrel srinivas ssssssss
stafford stallion standard stanford stanislav starbuck starcraf starcraft stardust starfire starfish
stargate starligh starship starstar startrek starwars steelers stefanie stephane stephani stephanie
stephen1 sterling stickman stigmata stingray stocking stockton stonecol stonecold straight stranger
stratfor strawber strawberry streaming strength stripper suburban success1 suckdick suckmydick sullivan
summer69 summer99 sundance sundevil sunflowe sunflower sunlight sunnyday sunshine super123 superfly
superior superman superman1 supernov supernova supersta superstar survivor svetlana sweetnes sweetness
sweetpea swimming swingers swinging swordfis swordfish sylveste syncmaster syracuse tacobell taekwondo
talisman tarheels tazmania technics teddybea teddybear telephon telephone temppass tennesse terminal
terminat terminator terrapin test1234 testing1 testpass testtest thailand thanatos thankyou thedoors
theforce thegreat theodore therock1 thirteen thisisit thompson thrasher threesom thuglife thunder1 thunderb
thursday tiberius tiffany1 tiger123 tigercat tinkerbe tinkerbell titanium titleist tkbpfdtnf together
tokiohotel tomahawk tommyboy tomorrow toonarmy toriamos tottenha tottenham touching training transfer
translator traveler treasure treefrog trfnthbyf triangle trinidad trinitro trombone tropical trouble1
trucking truelove trustno1 tttttttt tunafish turkey50 twilight ultimate umbrella underdog underground
undertak undertaker universa universal universe university username usmarine usuckballz1 vacation vagabond
valencia valentin valentina valentine valhalla valkyrie vampires vancouve vanessa1 vanguard vanhalen
vasilisa vauxhall velocity vendetta verbatim veronica veronika vfhufhbnf vfitymrf vfntvfnbrf vfrcbvrf
vfvfgfgf victoria viewsoni viewsonic vikings1 viktoria viktoriya violetta vipergts virginia virginie
vjqgfhjkm vkontakte vladimir vladislav volkswag volleyba voyager1 vqsablpzla vsjasnel12 wanderer warcraft
wareagle warhamme warhammer warrior1 warriors washburn washingt washington waterboy waterloo weare138
webhompas webmaste webmaster welcome1 werewolf westside westwood wetpussy wg8e3wjf whatever whatwhat
whiplash whiskers whistler whiteboy whiteout whitesox whocares wildbill wildcard wildcats wildfire wildwood
william1 williams windmill windsurf winston1 wireless wishbone wolfgang wolfpack wolverin wolverine
wonderboy wonderful woodland woodstoc woofwoof wordpass wp2003wp wrangler wrestler wrestlin wrestling
wrinkle1 wwwwwwww xxxxxxxx yamahar1 yankees1 yankees2 yeahbaby yfcntymrf yjdsqgfhjkm yogibear yosemite
yyyyyyyy z1x2c3v4 zachary1 zanzibar zaq12wsx zaq1xsw2 zaqwsxcde zaqxswcde zeppelin zerocool zildjian
zxasqw12 zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbnm1 zxcvbnm123 zzzzzzzz
`
    .trim()
    .split(/\s+/),
)
