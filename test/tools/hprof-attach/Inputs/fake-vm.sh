# fake-vm.sh TOOL PYTHON INPUTS FOLDER: attaches to fake VMs that reply in different ways.
tool=$1
python=$2
inputs=$3
folder=$4
vm() {
  echo "== $1"
  "$python" $inputs/with-target.py "$python" $inputs/fake-vm.py $folder/libjvm.so "$2" "$3" \
    -- "$tool --timeout=600 --library=$folder/libtest.so \$PID ${4-a=b} 2>&1"
}
vm "version 2" '0\n2' '0\nreturn code: 0\n'
vm "version 1" '-1\nOperation getversion not recognized!' '0\nreturn code: 0\n'
vm long '-1\nOperation getversion not recognized!' '' $(printf 'a%1024s' | tr ' ' x)
vm silent '0\n2' ''
vm "no number" HTTP/1.1 ''
vm refusal '0\n2' '-1\nno\nnot today\n'
vm "control characters" '0\n2' $'-1\na\033[2Jb'
vm "return code" '0\n2' '0\nreturn code: -4\n'
stop() {
  echo "== stop: $#"
  "$python" $inputs/with-target.py "$python" $inputs/fake-vm.py $folder/libjvm.so '0\n2' '0\nreturn code: 0\n' "$@" \
    -- "$tool --timeout=600 --library=$folder/libhprof.so \$PID stop 2>&1"
}
cp $folder/libtest.so $folder/libhprof.so
stop
mkdir $folder/other
for name in libhprof.so libhprof-12-34.so libhprofile.so; do
  cp $folder/libtest.so $folder/other/$name
done
stop $folder/other/*
jcmd() {
  echo "== jcmd: $1"
  "$python" $inputs/with-target.py "$python" $inputs/fake-vm.py $folder/libjvm.so "$2" "$3" \
    -- "$tool --timeout=600 \$PID '--jcmd=Thread.print -l' --jcmd=VM.version 2>&1"
}
jcmd "version 2" '0\n2' '0\nfirst\n\tat line\n'
jcmd "version 1" '-1\nOperation getversion not recognized!' '0\nfirst\n'
jcmd refused '0\n2' '1\njava.lang.IllegalArgumentException: Unknown diagnostic command\n'
jcmd "control characters" '0\n2' $'0\na\033[2Jb'
vm "ends while it loads" '0\n2' exit
vm "ends at SIGQUIT" exit exit
echo "== end"
echo "$(ls -A | wc -l) files"
