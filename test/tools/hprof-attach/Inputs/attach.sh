# attach.sh TOOL LIBRARY MOST BAD: uses hprof-attach on process PID in every
# way. Options of MOST bytes are accepted, options of BAD bytes are not.
# LIBRARY.empty is a library without the agent's functions.
tool=$1
library=$2
most=$3
bad=$4
attach() {
  "$tool" --library="$library" "$@"
  echo "status $?"
}
# An argument has at most 128 KiB, a response file is not limited.
attachSized() {
  echo "$PID size$(printf "%$(($1 - 4))s" | tr ' ' x)" > response
  attach @response
}

attach --check $PID
attach -v $PID heap=dump,file=x
attach --check $PID
attach $PID return=3
attach $PID
attachSized $most
attachSized $bad
rm response
echo other libraries:
library=$library.empty attach $PID
head -c 4096 $library > $library.short
library=$library.short attach $PID
"$tool" --list | grep "^ *$PID "
ls -A . /tmp | grep "attach_pid$PID\$"
ls -A .
echo end
