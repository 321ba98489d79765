### complemented class, truncated
printf 'abc\n' | tr -C -t '[:alnum:]' o; echo $?
