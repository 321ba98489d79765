### apply
printf 'a\nb\nc\nd\ne\n' > f; cp f f0; printf 'a\nB\nc\nd\ne\nf\n' > g; diff -u f g > p; patch < p; cat f; cp f0 f; diff -c f g > p; patch < p; cat f; cp f0 f; diff f g > p; patch f < p; cat f; cp f0 f; diff -u f g | patch; cmp f g; cp f0 f; diff -u f g > p; patch f p; cmp f g; cp f0 f; patch -i p; cmp f g; cp f0 f; patch -s < p; cmp f g; ls
### reverse
printf 'a\nb\nc\n' > f; printf 'a\nX\nc\n' > g; diff -u --label f --label g f g > p; patch -R g < p; cat g; patch -R f < p; echo $?; patch -N f < p; cat f; patch -N f < p; echo $?; cat f; ls; cat f.rej
### offset and fuzz
seq 20 > f; sed 's/^10$/ten/' f > g; diff -u --label f --label g f g > p; seq 5 > h; seq 20 >> h; patch h < p; cat h | sed -n '15p'; seq 20 | sed 's/^8$/EIGHT/' > i; patch i < p; echo $?; sed -n '8,10p' i; seq 20 | sed 's/^9$/NINE/;s/^11$/X/' > j; patch j < p; echo $?; ls j*; seq 20 | sed 's/^7$/S/;s/^8$/E/' > k; patch k < p; sed -n 10p k; seq 20 | sed 's/^8$/EIGHT/' > l; patch -F0 l < p; echo $?; cat l.rej
### strip
mkdir -p a/d; printf '1\n' > a/d/x; cat > p <<'X'
--- a/d/x
+++ a/d/x
@@ -1 +1 @@
-1
+2
X
patch -p0 < p; cat a/d/x; cd a; patch -R -p1 < ../p; cat d/x; cd d; patch < ../../p; cat x; cd ../..; patch -p9 < p; echo $?; patch -d a -p1 -R < p; cat a/d/x
### new and removed files
cat > p <<'X'
--- /dev/null
+++ b/new/file
@@ -0,0 +1,2 @@
+one
+two
X
patch -p1 < p; cat new/file; patch -p1 -R < p; ls; printf 'x\n' > gone; cat > q <<'X'
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
X
patch -p1 < q; ls; printf 'x\n' > e; printf '' > e2; diff -u e e2 > r; patch e < r; ls -s e | cut -c1; patch -R -p1 < q; cat gone
### rejects
seq 10 > f; cp f g; sed -i 's/^3$/three/;s/^9$/nine/' g; diff -U1 --label f --label g f g > p; sed -i 's/^8$/EIGHT/;s/^10$/TEN/;s/^9$/NEUN/' f; patch f < p; echo $?; cat f.rej; ls; cat f | head -3; patch -r - f < p; echo $?; patch --dry-run f < p; echo $?; rm -f f.rej f.orig; patch -r x f < p; ls
### backup and output
printf 'a\n' > f; printf 'b\n' > g; diff -u f g > p; patch -b f < p; cat f f.orig; cp f.orig f; rm f.orig; patch -b -z .bak f < p; ls; cp f.bak f; patch -o out f < p; cat out f; patch -o - f < p; patch --dry-run f < p; cat f; patch -B old_ f < p; ls; patch --verbose -R f < p | grep -v '^Hmm\|^The text\|^---\|^|\|^Using\|^done'
### several files
mkdir d e; printf '1\n' > d/a; printf '2\n' > d/b; cp d/* e; printf 'x\n' >> e/a; printf 'y\n' >> e/b; diff -ru d e > p; patch -p0 -d . < p 2>&1; cat d/a d/b; echo garbage > q; patch < q; echo $?; : > empty; patch < empty; echo $?
### git style
printf 'a\nb\n' > old; cat > p <<'X'
diff --git a/old b/fresh
similarity index 50%
rename from old
rename to fresh
index 422c2b7..1234567 100644
--- a/old
+++ b/fresh
@@ -1,2 +1,2 @@
 a
-b
+c
X
patch -p1 < p; ls; cat fresh; cat > q <<'X'
diff --git a/n b/n
new file mode 100644
index 0000000..78981
--- /dev/null
+++ b/n
@@ -0,0 +1 @@
+hello
X
patch -p1 < q; cat n
### no newline
printf 'a\nb' > f; printf 'a\nb\n' > g; diff -u f g > p; patch f < p; od -c f; patch -R f < p; od -c f; printf 'x' > h; printf 'y' > i; diff -u h i | patch h; od -c h; printf 'a' > j; printf 'a\nb' > k; diff -u j k | patch j; od -c j
### whitespace
printf 'a\n  b\nc\n' > f; cat > p <<'X'
--- f
+++ f
@@ -1,3 +1,3 @@
 a
- b
+B
 c
X
patch f < p; echo $?; rm -f f.rej f.orig; patch -l f < p; cat f
### bad patches
printf 'a\n' > f; printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\nxx\n' | patch 2>&1; echo $?; patch -i nofile 2>&1; echo $?; patch --nosuch 2>&1 | head -1; printf -- '--- nofile\n+++ nofile\n@@ -1 +1 @@\n-a\n+b\n' | patch -f 2>&1; echo $?
