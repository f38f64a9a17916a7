; One function that CPython calls as it calls its own builtins; `builtins` fills in what stands between @@ and @@.  It reads
; (cells, number), makes %X ready for a call that does not take long, calls, and gives a Python number.  A number that is
; too large counts as -1.
define ptr @py_@@NAME@@(ptr %self, ptr %arguments, i64 %many) #0 {
  %desk = call ptr @PyLong_AsVoidPtr(ptr %self)
  %cells = load ptr, ptr %arguments
  %S = call ptr @PyByteArray_AsString(ptr %cells)
  %second = getelementptr ptr, ptr %arguments, i32 1
  %object = load ptr, ptr %second
  %wide = call i64 @PyLong_AsLongLong(ptr %object)
  %low = call i64 @llvm.smax.i64(i64 %wide, i64 -1)
  %inside = call i64 @llvm.smin.i64(i64 %low, i64 2147483647)
  %number = trunc i64 %inside to i32
  %odd = icmp eq i64 %wide, -1
  br i1 %odd, label %ask, label %go, !prof !0
ask:
  call void @PyErr_Clear()
  br label %go
go:
  %X = load ptr, ptr %desk
  %workspace = getelementptr i64, ptr %desk, i32 @@WORKSPACE@@
  %A = load ptr, ptr %workspace
  %kind = getelementptr i32, ptr %X, i32 @@X_KIND@@
  store i32 0, ptr %kind
  %stop = getelementptr i32, ptr %X, i32 @@X_STOP@@
  store i32 0, ptr %stop
  %budget = getelementptr i32, ptr %X, i32 @@X_BUDGET@@
  store i32 @@PATIENCE@@, ptr %budget
  %limited = getelementptr i32, ptr %X, i32 @@X_LIMITED@@
  store i32 1, ptr %limited
  %given = call i32 @@@NAME@@(ptr %S, ptr %X, ptr %A, ptr %desk, i32 %number)
  %result = sext i32 %given to i64
  %told = call ptr @PyLong_FromLongLong(i64 %result)
  ret ptr %told
}
