### numfmt's errors
for n in . .. .x -. -.. +1 + - '' ' ' '1.' '1..' '1.x' .5 .5.5 '1 K' '1K K' 1Ki 1KiB x1 1e5 1,000 0x10 -x '--1' 1-2 é '1 ' ' 1' '	2' 1K2 K 'k' 1m 1T5 99999999999999999999999999999 1.1.1K; do for o in '' --from=si --from=iec --from=iec-i --from=auto; do numfmt $o -- "$n" 2>&1; echo "$?"; done; numfmt <<< "$n" 2>&1; done
