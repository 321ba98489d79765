### complemented class, truncated
printf 'abc\n' | tr -C -t '[:alnum:]' o; echo $?

### printf 'abc: ' | tr -c -t ':,' '[:upper:]'
printf 'abc:\n' | tr -c -t ':,' '[:upper:]'

### printf 'abc ' | tr -c abc '[:upper:]x'
printf 'abc\n' | tr -c abc '[:upper:]x'

### printf '' | tr -C -t '[=a=]' '[:upper:]'
printf '' | tr -C -t '[=a=]' '[:upper:]'
