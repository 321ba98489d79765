### formats
for f in a A b B c C d D e F g G h H I j k l m M n N p P q r R s S t T u U V w W x X y Y z :z ::z :::z Z %; do printf '%s ' "$f"; date -u -d '2021-03-04 15:06:07.089' "+[%$f]"; done
### flags
date -ud '2021-03-04 05:06:07' '+%-d %_d %05d %^a %^B %#Z %-H %_H %k %-j %_j %10Y %-m %_5m %+4Y %3N %6N %-N %^p %#p %e %-e %l %P'
### inputs
for d in '2021-01-02' '2021-01-02 03:04' '2021-01-02T03:04:05Z' '@0' '@1234567890' '1 Jan 2020' 'Jan 1 2020' '2020/5/6' '5/6/2020' '20200506' '2020-05-06 10:00 +0200' '2020-05-06 10:00 EST' '2020-01-31 +1 month' '2020-03-01 -1 day' '2020-03-01 yesterday' '2020-03-01 1 week ago' '2020-03-01 next week' '2020-01-01 2 fortnights' '2020-02-30' 'foo' '2020-01-01 12pm' '2020-01-01 12am' '2020-01-01 25:00' 'Mon, 02 Jan 2006 15:04:05 -0700' '2006-01-02 3:04:05.678 pm' '2020-01-01 00:00 UTC + 3 hours 4 minutes 5 seconds'; do date -u -d "$d" '+%F %T %z' 2>&1; done
### output options
d='2021-03-04 15:06:07.089'; date -ud "$d"; date -ud "$d" -R; date -ud "$d" --rfc-email; date -ud "$d" -I; for i in date hours minutes seconds ns; do date -ud "$d" -I$i; date -ud "$d" --iso-8601=$i; done; for i in date seconds ns; do date -ud "$d" --rfc-3339=$i; done; TZ=America/New_York date -d "$d" -Iseconds; TZ=Asia/Kolkata date -d "$d" --rfc-3339=seconds
### errors [stderr]
date -I -R; date +%Y +%m; date foo; date -d foo; echo $?; date -d now -r f; date -f nosuch; date -r nosuch; echo $?; date --rfc-3339=foo; date -Ifoo; date -d now foo; date -x; date -s '2001-01-01 00:00:00' +%Y; echo $?; date 13010000
### reference and file
touch -d '2001-02-03 04:05:06' f; date -ur f; date -r f +%s; printf '2001-01-01\nfoo\n@5\n' > d; date -u -f d +%F 2>&1; echo $?; printf '@1\n@2' | date -uf - +%s
### zones
for z in UTC EST5EDT America/New_York Europe/London Asia/Tokyo XYZ-3:30 'EST5EDT,M3.2.0,M11.1.0' '<+0330>-3:30' Nowhere ''; do TZ=$z date -d @1600000000 '+%F %T %z %Z'; done; TZ=America/New_York date -d 'TZ="Asia/Tokyo" 2020-01-01 00:00' '+%F %T %z'; TZ=America/New_York date -ud '2020-01-01 00:00' '+%F %T %z'; TZ=America/New_York date -d '2021-07-01 12:00' +%Z
### resolution
date --resolution; date -u -d 2020-01-01; date -u --date=2020-01-01 +; date -ud 2020-01-01 '+%Ey %Od %E'
