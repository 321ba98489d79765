### errors: the status depends on how the script is given
echo 'set -u; echo $nope; echo s' >s; bash s; echo $?; bash <s; echo $?; bash -s <s; echo $?; bash -c ". ./s"; echo $?; bash -c "(. ./s); echo \$?";  bash -c "eval \"set -u; echo \\\$n\"; echo no"; echo $?; bash -c "x=\$(. ./s); echo \$?"; printf "(set -u; echo \$n); echo \$?" | bash; printf "(echo \${n?}); echo \$?" | bash; echo 'echo ${n?m}; echo s' >s; bash s; echo $?; bash -c '. ./s'; echo $?; bash -c 'echo ${n:?}'; echo $?
### errors: a transformation that isn't
bash -c 'x=1; echo ${x@Z}; echo no'; echo $?; echo 'x=1; echo ${x@Z}; echo no' | bash; echo $?; bash -c 'echo [${x@Z}]; echo yes'; echo $?; bash -c 'x=1; (echo ${x@Z}; echo no); echo $?'; bash -c 'x=1; echo ${x@QQ}; echo no'; echo $?; bash -c 'x=1; echo ${x@}; echo no'; echo $?
### functions: local without operands
f() { local a=1 b; local -a c=(1 'x y'); local -i e=2; local -r ro=1; local -A h=([k]=v); local; }; f; g() { local; local q=5; unset q; local; }; g
