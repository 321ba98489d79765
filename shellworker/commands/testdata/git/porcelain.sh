### init and status
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; g() { :; }
mkdir r; cd r; git init -q; git status; git status -s; git status --porcelain -b; cat .git/HEAD; cat .git/config
git config user.name A; git config user.email a@x; git config --list --local; git config user.name; git config nope; echo $?; git config --get-regexp user
echo hi > f; git status; git status -s; git status --porcelain=v2 --branch
### add and commit
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:06 +0200'
git init -q -b main; echo one > a; mkdir d; echo two > d/b; chmod +x d/b; ln -s a l
git add .; git status; git commit -m first; git log; git log --oneline; git show --stat; git show; git ls-files -s; git ls-tree -r HEAD; git ls-tree HEAD; git ls-tree -l HEAD d/
git cat-file -p HEAD; git cat-file -t HEAD^{tree}; git cat-file -s HEAD:a; git cat-file blob HEAD:a; git rev-parse HEAD HEAD^{tree} HEAD:d; git status; git commit -m none; echo $?
git commit --allow-empty -m empty -m "second paragraph"; git log --format='%H|%h|%T|%t|%P|%p|%an|%ae|%ad|%aI|%ai|%at|%as|%cn|%ce|%cd|%s|%f|%b|%B|%%|%x41'
### identity unknown
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
git init -q -b main; echo x > f; git add f; git commit -q -m x 2>&1 | sed -n 1,5p
### diff kinds
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; seq 30 > a; printf 'no newline' > n; printf 'a\0b' > bin; seq 5 > gone; seq 20 > old; seq 3 > m; git add .; git commit -qm first
sed -i '3s/.*/three/; 20d; 25a new' a; printf 'changed' > n; printf 'a\0c' > bin; rm gone; git mv old new; chmod +x m; echo u > untracked; echo s > staged; git add staged
git diff; git diff --cached; git diff HEAD; git diff --stat; git diff --cached --stat; git diff HEAD --stat --summary; git diff --numstat HEAD; git diff --shortstat HEAD; git diff --name-only HEAD; git diff --name-status HEAD; git diff --raw HEAD
git diff -U0 a; git diff -U1 a; git diff --cached --no-renames --name-status; git diff --exit-code >/dev/null; echo $?; git diff --quiet -- m; echo $?; git diff --quiet -- staged; echo $?
git status; git status -s; git status --porcelain=v2; git diff -R a; git diff --no-prefix a; git diff --diff-filter=M --name-only HEAD; git diff --diff-filter=d --name-only HEAD; git diff --full-index a | head -2
git commit -am second; git show --stat --format=%s; git show --name-status --format=%s HEAD; git diff HEAD~ HEAD --stat; git diff HEAD~..HEAD --name-only; git diff HEAD~ -- a n | head -3
### function context and heuristics
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; cat > x.c <<'X'
#include <stdio.h>

int first(void)
{
	int a = 1;
	int b = 2;
	return a + b;
}

int second(void)
{
	int a = 1;
	int b = 2;
	return a * b;
}

def third():
    for i in range(3):
        print(i)

    for j in range(3):
        print(j)
X
git add x.c; git commit -qm a; sed -i 's/return a \* b/return a - b/' x.c; sed -i '/^int second/i int middle(void)\n{\n\tint a = 1;\n\tint b = 2;\n\treturn 0;\n}\n' x.c
git diff; sed -i 's/^    for j in/    for k in range(9):\n        print(k)\n\n    for j in/' x.c; git diff; git diff -w; git diff --stat
### branches
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo 1 > f; git add f; git commit -qm one; git branch; git branch side; git branch -v; git branch -a; git branch side; git branch 'bad name'; git branch --show-current
git checkout side; echo 2 > g; git add g; git commit -qm two; git checkout main; git checkout -b third; git switch -; git switch side; git switch nope; git checkout nope; git switch -c four; git branch --list 's*'; git branch --contains HEAD; git branch --merged main; git branch --no-merged main
git checkout -q main; git branch -d side; git branch -D side; git branch -m third 3; git branch -d none; git branch; git log --oneline --all; git rev-parse --abbrev-ref HEAD; git symbolic-ref HEAD; git show-ref; git for-each-ref; git for-each-ref --format='%(refname:short) %(objectname:short) %(subject) %(authorname)' refs/heads
git checkout HEAD~0; git status | head -1; git branch; git checkout main; git checkout four -- g; git status -s; git checkout -q four; cat g
### local changes in the way
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo 1 > f; echo k > k; git add .; git commit -qm one; git checkout -q -b side; echo 2 > f; git commit -qam two; git checkout -q main; echo 3 > f; git checkout side; echo $?; git checkout -q -f side; cat f; echo k2 > k; git checkout main; git status -s; git restore k; cat k; echo new > n; git checkout -q side; git add n; git commit -qm n; git checkout -q main; echo other > n; git checkout side; echo $?; rm n
echo 5 > f; git add f; echo 6 > f; git status -s; git restore --staged f; git status -s; git checkout -- f; git status -s; cat f; git restore nope; echo $?; git checkout nope.txt; echo $?
rm f; git checkout f; git reset --hard side; git log --oneline; git reset --soft HEAD~; git status -s; git reset; git reset HEAD~1; git status -s; git reset --hard nope; echo $?
### merge
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; seq 10 > f; git add f; git commit -qm base; git checkout -q -b side; sed -i 's/^2$/two/' f; echo n > n; git add n; git commit -qam side; git checkout -q main; git merge side; git reset -q --hard HEAD~; sed -i 's/^9$/nine/' f; git commit -qam main; git merge side -m 'joined'; git log --oneline; git log --format='%h %p %s'; cat f; git show | cat; git show --stat | cat; git merge side; git log --merges --oneline; git log --first-parent --oneline
git checkout -q -b c1; sed -i 's/^5$/five one/' f; git commit -qam c1; git checkout -q -b c2 main; sed -i 's/^5$/five two/' f; git commit -qam c2; git merge c1; echo $?; cat f; git status; git status -s; git ls-files -s; git diff --name-only; git diff --cached | cat; cat .git/MERGE_MSG; git commit -m x; echo $?; git merge c1; echo $?
sed -i '/^<<<\|^===\|^>>>/d' f; git add f; git status; git commit --no-edit; git log --oneline | head -2; git merge --abort; echo $?
git checkout -q -b d1 main; git rm -q n; git commit -qm rmn; git checkout -q -b d2 main; echo more >> n; git commit -qam moren; git merge d1; git status -s; git merge --abort; git status -s; git merge --ff-only d1; echo $?; git merge --no-ff main; git merge nope; echo $?
### cherry-pick and revert
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; seq 5 > f; git add f; git commit -qm base; git checkout -q -b side; echo x > x; git add x; git commit -qm 'add x'; sed -i 's/3/three/' f; git commit -qam three; git checkout -q main; git cherry-pick side~; git cherry-pick -x side; git log --format='%s%n%b'; git revert --no-edit HEAD; git log --oneline; git log -1 --format=%B; cat f; sed -i 's/3/drei/' f; git commit -qam drei; git cherry-pick side; echo $?; cat f; git status; git cherry-pick --abort; git status -s; git cherry-pick side~; echo $?; git cherry-pick --skip; git cherry-pick -n side~1; git status -s
### tags and describe
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; git commit -q --allow-empty -m one; git tag v1; git tag -a v1.1 -m 'version 1.1'; git commit -q --allow-empty -m two; git describe; git describe --tags; git describe --always; git tag; git tag -n; git tag -l 'v1.*'; git show v1.1 | cat; git cat-file -p v1.1; git rev-parse v1.1 v1.1^{} v1.1^{commit}; git tag v1; git tag -d v1; git tag -d none; git tag -f v1.1 HEAD; git log --oneline --decorate; git log -1 --format='%d|%D'; git tag v1.10; git tag v1.9; git tag --sort=v:refname; git tag --sort=-v:refname; git describe --exact-match v1.9; git describe --tags --long
### stash
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo 1 > f; git add f; git commit -qm one; git stash; echo 2 > f; git stash; cat f; git stash list; git stash show; git stash show -p; git stash pop; cat f; git stash push -m named; git stash list; echo u > u; git stash -u; ls; git stash list; git stash apply stash@{1}; git checkout -q f; git stash drop; git stash list; git stash pop; git stash pop; echo $?; git stash clear; git stash list
### ignore and clean
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; printf '*.log\nbuild/\n!keep.log\n/top\ndoc/*.txt\n**/deep/x\n#c\n\\#h\n' > .gitignore; mkdir -p build doc a/deep sub; touch x.log keep.log build/o top sub/top doc/a.txt doc/b.md a/deep/x a/deep/y '#h' sub/z.log
git status -s; git status -s --ignored; git status -s -uall; git check-ignore -v x.log build/o keep.log sub/z.log doc/a.txt a/deep/x; git add x.log; echo $?; git add -f x.log; git status -s; git add -n .; git add .; git status -s; git ls-files; touch new.log n1 ; mkdir nd; touch nd/f; git clean; echo $?; git clean -n; git clean -nd; git clean -ndx; git clean -fd; ls; git ls-files -o; git ls-files -o --exclude-standard; git ls-files -o -i --exclude-standard
### rm and mv
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; mkdir d; echo 1 > a; echo 2 > b; echo 3 > d/c; echo 4 > d/e; git add .; git commit -qm one; git rm a; git rm d; echo $?; git rm -r d; ls; git status -s; git reset -q --hard; echo x >> a; git rm a; echo $?; git rm --cached a; git status -s; git reset -q --hard; git rm nope; echo $?; git mv a z; git mv b d; git mv nope q; echo $?; git status -s; git mv d dd; git status -s; git commit -qm moved; git log --oneline --name-status; git log --follow --oneline z; git log --oneline -- a; git log --oneline dd/c
### revisions
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x
git init -q -b main; for i in 1 2 3 4 5; do echo $i > f; git add f; GIT_AUTHOR_DATE="2024-01-0${i}T00:00:00Z" GIT_COMMITTER_DATE="2024-01-0${i}T00:00:00Z" git commit -qm "commit $i"; done
git rev-parse HEAD~2 HEAD^^ HEAD~2^0 main~1 @ @~1 HEAD^{/commit\ 2} :/commit\ 3 HEAD@{1} @{1} main@{0}; git rev-parse --short HEAD; git rev-parse --short=4 HEAD~1; git rev-parse nope; echo $?; git rev-parse --verify nope; echo $?; git rev-parse -q --verify nope; echo $?; git rev-list HEAD; git rev-list --count HEAD; git rev-list HEAD~2..HEAD; git rev-list ^HEAD~1 HEAD; git rev-parse HEAD~2..HEAD; git log --oneline -2; git log --oneline -n 1 --skip 1; git log --oneline --reverse; git log --since=2024-01-03T00:00:00Z --oneline; git log --until=2024-01-02T12:00:00Z --oneline; git log --grep='[24]' --oneline; git log --author=A --oneline | wc -l; git log --author=Z; git log -1 --format=fuller; git log -1 --pretty=short; git log -1 --pretty=full; git log -1 --pretty=raw; git log -1 --date=iso; git log -1 --date=short --format=%ad; git log -1 --date=format:%Y/%m --format=%ad; git log -2 --format='format:%h %s'; echo; git log -2 --stat; git log -1 -p; git log -2 --oneline --stat; git log -2 --format=%s --name-only; git log -1 --oneline -p; git show HEAD~1:f; git show HEAD:none; echo $?; git reflog; git merge-base HEAD HEAD~3; git merge-base --is-ancestor HEAD~3 HEAD; echo $?; git merge-base --is-ancestor HEAD HEAD~3; echo $?; git shortlog; git shortlog -sn HEAD; git diff HEAD~4 HEAD~2 --stat; git log -S3 --oneline; git cat-file -p HEAD~1^{tree}; git log --oneline HEAD~10; echo $?; git show nope; echo $?
### plumbing
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo hello | git hash-object --stdin; echo hello | git hash-object -w --stdin; echo hello > f; git hash-object f; git add f; t=$(git write-tree); echo $t; c=$(git commit-tree $t -m root); echo $c; git update-ref refs/heads/x $c; git log --oneline x; c2=$(echo second | git commit-tree $t -p $c); git log --oneline $c2; printf '%s\n' $c nope x | git cat-file --batch-check; git cat-file -e $c; echo $?; git cat-file -e 1234567; echo $?; git cat-file -p nope; echo $?; git rev-parse --git-dir --is-inside-work-tree --is-bare-repository --show-prefix; mkdir s; cd s; git rev-parse --show-prefix --show-cdup; git ls-files; cd ..; git update-ref -d refs/heads/x; git show-ref; echo $?
### grep
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; mkdir d; printf 'one\ntwo\nOne two\n' > a; printf 'two\n' > d/b; git add .; git commit -qm x; printf 'untracked two\n' > u; git grep two; git grep -n two; git grep -i one; git grep -c two; git grep -l two; git grep -w tw; echo $?; git grep -e two -- d; git grep two HEAD; git grep -v two; git grep -E 'o(n|x)e'; git grep -F 'e t'; cd d; git grep two; git grep two ..
### errors and unusual words
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
git status; echo $?; git frobnicate; echo $?; git init -q -b main; git add nope; echo $?; git add; git log; echo $?; git diff; git diff HEAD; echo $?; git branch; git rev-parse HEAD; echo $?; git checkout -b x; git branch; git rm x; echo $?; git show; echo $?; git reset; git stash; git tag; git tag x; echo $?; git -C nope status; echo $?; git branch y; echo $?; git merge y; echo $?; git config a; echo $?; git config a.b c; git config a.b; git config --unset a.b; git config a.b; echo $?; git config --unset a.b; echo $?
### names that need quotes
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo 1 > 'a b'; echo 2 > é; echo 3 > 'q"t'; printf x > $'tab\there'; git status -s; git add .; git status; git status -s; git diff --cached; git diff --cached --stat; git ls-files; git ls-files -z | tr '\0' '\n'; git commit -m 'names'; git config core.quotepath false; git ls-files
### amend and authors
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@x GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@x GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'
git init -q -b main; echo 1 > f; git add f; git commit -m 'first'; echo 2 > f; git commit -a --amend -m 'better'; git log --format='%h %an %s'; git commit --amend --no-edit --author='Z <z@z>'; git commit --amend --no-edit --date='2023-05-06T07:08:09+01:00'; git log; echo 3 > f; git add f; git commit -F - <<'M'
subject line


body one
body two   

M
git log -1 --format=%B; git commit --allow-empty -s -m signed; git log -1; git commit --allow-empty -m '' ; echo $?; git commit --allow-empty -C HEAD~1; GIT_EDITOR='printf "edited\n# no\n" >' git commit --allow-empty; git log --oneline; echo 4 > f; echo g > g; git add g; git commit -m 'only f' f; git status -s
