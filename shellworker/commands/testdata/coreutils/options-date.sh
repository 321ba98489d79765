### date
export TZ=UTC; printf '2001-02-03\n@0\n' > f; touch -d '2005-06-07 08:09:10.5' r
for o in '' -I --iso-8601 -Idate -Ihours -Iminutes -Iseconds -Ins --iso-8601=hours --iso-8601=ns -R --rfc-email --rfc-2822 --rfc-3339=date --rfc-3339=seconds --rfc-3339=ns -u --utc --universal --uct; do echo "== $o"; TZ=Asia/Kolkata date $o -d '2021-03-04 05:06:07.123456789 UTC'; TZ=Asia/Kolkata date $o --date='@1.5'; date $o -f f; date --file=f $o; date -r r $o; date --reference=r $o; done
for c in % a A b B c C d D e F g G h H I j k l m M n N p P q r R s S t T u U V w W x X y Y z :z ::z :::z Z -d _d 0e ^a '#Z' 10d _5H +Y +4Y -j ^B '#p' 3N -N 6N _3N 012s -10d '^10a' E O Ey Od Q i f 1 '' :a :::::z - '+:z' '_:z' '10z' '-:::z' '_10:::z' ; do echo "[$c] $(date -d '2021-03-04 05:06:07.012345678' "+%$c" 2>&1)"; done
date -d '2021-01-01' +%G-%V-%u; date -d '2021-07-01' '+a%%b %n%t|'; TZ=America/New_York date -d '2021-07-01 12:00' '+%Z %z'; TZ=America/New_York date -d '2021-03-14 02:30' 2>&1; TZ=Europe/London date -d 'TZ="America/New_York" 2021-07-01 12:00'; date -d 'TZ="Asia/Tokyo" 2021-01-01 09:00' +%s; date -d now +%s | grep -c .; date --debug -d '2021-01-01' 2>/dev/null; date +; date '+' | od -c; date -d '2021-01-01' +'%Y' +'%m' 2>&1; date -d '2021-01-01' foo 2>&1; date -d x +%T 2>&1; echo $?; date -d '' | wc -l; date -f nosuch 2>&1; date -r nosuch 2>&1; printf 'x\n2021-01-01\n' | date -f - +%F 2>&1; echo $?; date -d 1 -f f 2>&1; date -d 1 -r f 2>&1; date -I=x 2>&1; date -Ix 2>&1; date --rfc-3339=x 2>&1; date --rfc-3339 2>&1; date -x 2>&1; date -s '2021-01-01' 2>&1; date --set='2021-01-01 00:00' +%F 2>&1; date 01010000 +%m-%d 2>&1; date 0101 2>&1; date -d 2021-01-01 01010000 2>&1; date -s x +%T 2>&1; date -I -R 2>&1; date --resolution 2>&1 | head -1; LC_ALL=C date -d @0; date -d '@-1'; date -d @99999999999999 2>&1; date -d @1e3 2>&1; date -ud @0; date -u -d '2021-01-01 +0300'; TZ=XYZ-3:30 date -d @0; TZ=:UTC date -d @0; TZ=Nosuch/Zone date -d @0; TZ= date -d @0; TZ='<+0330>-3:30' date -d @0; TZ=EST5EDT date -d '2021-07-01 12:00 UTC'; TZ=EST5EDT,M3.2.0,M11.1.0 date -d '2021-07-01 12:00 UTC'; date -d '2021-02-30' 2>&1; date -d '24:00' 2>&1; date -d '2021-01-01 25:00' 2>&1; date -d 2021-13-01 2>&1
### relative dates
export TZ=UTC; while read -r s; do echo "[$s] $(date -d "2021-03-04 05:06:07 $s" '+%F %T' 2>&1)"; done <<'E'
+1 day
1 day ago
-1 day
+1 week
2 weeks ago
next week
last week
+1 month
-1 month
next month
last month
+1 year
last year
+1 hour
-90 minutes
+10 seconds
+1 fortnight
yesterday
tomorrow
today
now
next monday
monday
last friday
sunday
+2 days -3 hours
1 month 2 days ago
day
week
month ago
second
third monday
+0100
UTC+2
EST
+5 min
12 sec ago
next year
-1 week 1 day
noon
midnight
tomorrow noon
0 days
+1.5 hours
+1 d
foo
+ 1 day
1day
1day1hour
this week
eleventh hour
twelfth day
E
while read -r s; do echo "[$s] $(date -d "$s" '+%F %T.%N %z' 2>&1)"; done <<'E'
2021-03-04
2021/03/04
3/4/2021
03/04/21
4 March 2021
4-Mar-2021
Mar 4 2021
March 4, 2021
4 Mar 2021 5pm
20210304
20210304T050607
2021-03-04T05:06:07Z
2021-03-04T05:06:07+02:00
2021-03-04 05:06
2021-03-04 5:06 pm
2021-03-04 5pm
2021-03-04 12am
2021-03-04 12pm
Thu Mar 4 05:06:07 UTC 2021
Thu, 04 Mar 2021 05:06:07 +0200
2021-03-04 05:06:07,5
2021-03-04 05:06:07.123456789123
@1614834367
@1614834367.25
@-1.5
1970-01-01
1969-12-31
1900-01-01
9999-12-31
2000-02-29
1999-02-29
99-01-01
70-01-01
69-01-01
68-01-01
2021-3-4
21-03-04 EST
2021-03-04 PST8PDT
2021-03-04 CET
2021-03-04 05:06:07 A
2021-03-04 05:06:07 M
2021-03-04 -5
2021-064
2021-W09-4
12/25
(comment) 2021-03-04
2021-03-04 05:06:60
2021-03-04 05:60
E
### strings of dates
export TZ=UTC LC_ALL=C; D() { printf '%s => ' "$1"; date -u -d "$1" '+%F %T.%N %z' 2>&1; }; while IFS= read -r s; do D "2024-02-29 12:34:56 UTC $s"; D "$s 2024-02-29";done <<'P'
+1 day
-1 day
1 day ago
2 days ago
tomorrow
yesterday
next week
last week
next month
last month
next year
last year
this week
third week
twelfth month
first day
next monday
last friday
monday
tue
this sunday
3 fridays
2 mondays ago
fortnight
2 fortnights ago
1 year
13 months
-1 month
1 hour
1 hour ago
90 minutes
90 min
30 sec
1.5 seconds
1.5 hours
-1.25 sec
+1 week +2 days
1 week 2 days ago
1 month 1 day
noon
midnight
10am
10 am
10:30pm
12am
12pm
13pm
0pm
10:30:45.123
10:30:45,123
10:30 a.m.
24:00
25:00
10:60
23:59:60
10:30+02:00
10:30 +0200
10:30 EST
10:30 EDT
10:30 Z
10:30 UTC+3
10:30 GMT-5
10:30 CET DST
T10:30
10:30T
@0
@1234567890
@1234567890.5
@-1
@-1.5
@x
UTC
EST5EDT
CEST
MSK
JST
A
M
J
20240101
2024-1-1
24-1-1
2024/01/01
01/02/2024
1/2
1/2/24
1/2/99
13/1/2024
2024-13-01
2024-02-30
2023-02-29
Jan 2 2024
2 Jan 2024
2-Jan-2024
Jan 2, 2024
January 2
2 January
Jan-02-2024
02-Jan
Sept 3
sep 31
2024-W01
2024-001
20240101T101010
2024-01-01T10:10:10
2024-01-01T10:10:10Z
2024-01-01T10:10:10.5+05:30
2024-01-01 10:10
2024-01-01T10
20240101 1010
1010
101
10
1
99
202401
foo
monday tuesday
1 day 1
10:10 10:10
2024-01-01 2024-01-02
(comment) 10:00
(nested (comment)) 10:00
,10:00
10:00,
Mon, 01 Jan 2024 00:00:00 +0000
Mon Jan  1 00:00:00 UTC 2024
Mon, Jan 1 2024
Sunday, January 7, 2024
Mon Jan 1
now
today
now + 1 day
today 10:00
tomorrow 10:00
yesterday noon
10:00 tomorrow
10:00 2 days ago
next day
last day
this day
- 1 day
+ 1 day
--1 day
1 days
a day ago
one day
second
2 second
sixth day
eighth week ago
0 day
99999999999 days
9999999999999999999 days
12345678901 years
1970-01-01 00:00:00 -1 sec
0001-01-01
9999-12-31
10000-01-01
-1-01-01
1969-12-31
2038-01-19 03:14:08
TZ="Asia/Tokyo" 2024-01-01 10:00
TZ="America/New_York" 2024-07-01 10:00
TZ="Europe/Berlin" now
TZ="foo" 2024-01-01
TZ="A\"B" 2024-01-01
TZ="Asia/Tokyo
2024-03-10 02:30 America/New_York
12 monday
monday 10:00
mon 3 jan
3 jan mon
2024 jan
jan 2024
jan
january
decem
10h
10:
:10
10:3
1:2:3
010:10
1e3
0x10
2024.01.01
01.02.2024
10.30
10:30:5
2024-01-01T
2024-01-01 T10:00
20240101T10
20240101T1010Z
2024-1-1T1:1
12:00 PM
12:00PM
12:00 p.m
9 AM
9AM
009:00
+5
-5
+05:30
+0530
+99:00
UTC+25
GMT0
X
AM
"10:00"
10:00;
10:00 today tomorrow
1 mon
1 mo
2 wks
2 hrs
3 mins
3 secs
3 yrs
P
### an hour twice
export TZ=America/New_York; for z in EST EDT -0500 ''; do date -d "2024-11-03 01:30 $z"; date -d "2024-11-03 00:30 $z"; date -d "2024-03-10 02:30 $z" 2>&1; done
