; What every module begins with: faults, the poll of loops, draws.  What stands between @@ and @@ is filled in by
; `tables`.  The generator is that of `interpreter.machine.generator`.

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare ptr @PyLong_AsVoidPtr(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyByteArray_AsString(ptr)
declare void @PyErr_Clear()
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
attributes #0 = { nounwind }
attributes #1 = { nounwind @@INLINE@@ }
!0 = !{!"branch_weights", i32 1, i32 2000}

define internal void @state_fault(ptr %X, i32 %kind, i32 %rule, i64 %value, i32 %also) cold noinline nounwind {
  %k = getelementptr i32, ptr %X, i32 @@X_KIND@@
  store i32 %kind, ptr %k
  %r = getelementptr i32, ptr %X, i32 @@X_RULE@@
  store i32 %rule, ptr %r
  %v = getelementptr i32, ptr %X, i32 @@X_VALUE@@
  store i64 %value, ptr %v, align 4
  %a = getelementptr i32, ptr %X, i32 @@X_ALSO@@
  store i32 %also, ptr %a
  ret void
}

define internal void @ask(ptr %X) cold noinline nounwind {
  %s = getelementptr i32, ptr %X, i32 @@X_STOP@@
  %stop = load volatile i32, ptr %s
  %stops = icmp ne i32 %stop, 0
  br i1 %stops, label %stopped, label %on
stopped:
  call void @state_fault(ptr %X, i32 @@STOPPED@@, i32 0, i64 0, i32 0)
  ret void
on:
  %l = getelementptr i32, ptr %X, i32 @@X_LIMITED@@
  %limited = load i32, ptr %l
  %limits = icmp ne i32 %limited, 0
  br i1 %limits, label %paused, label %more
paused:
  call void @state_fault(ptr %X, i32 @@PAUSED@@, i32 0, i64 0, i32 0)
  ret void
more:
  %f = getelementptr i32, ptr %X, i32 @@X_REFILL@@
  %budget = load i32, ptr %f
  %b = getelementptr i32, ptr %X, i32 @@X_BUDGET@@
  store i32 %budget, ptr %b
  ret void
}

define internal void @dealing(ptr noalias %S, ptr noalias %X, ptr %A, i32 %rule) #1 {
  %e = getelementptr i32, ptr %X, i32 @@X_EFFORT@@
  %before = load i32, ptr %e
  %left = sub i32 %before, @@DEALT@@
  store i32 %left, ptr %e
  %less = icmp slt i32 %left, 0
  br i1 %less, label %tired, label %on, !prof !0
tired:
  call void @state_fault(ptr %X, i32 @@EFFORT@@, i32 %rule, i64 0, i32 0)
  ret void
on:
  ret void
}

define internal i32 @below(ptr %S, i32 %cell, i64 %increment, i32 %bound) nounwind {
  %one = icmp sle i32 %bound, 1
  br i1 %one, label %nothing, label %start
nothing:
  ret i32 0
start:
  %p = getelementptr i32, ptr %S, i32 %cell
  %first = load i64, ptr %p, align 4
  %wide = zext i32 %bound to i64
  br label %again
again:
  %now = phi i64 [ %first, %start ], [ %next, %close ]
  %a = lshr i64 %now, 18
  %b = xor i64 %a, %now
  %c = lshr i64 %b, 27
  %word = trunc i64 %c to i32
  %d = lshr i64 %now, 59
  %turn = trunc i64 %d to i32
  %number = call i32 @llvm.fshr.i32(i32 %word, i32 %word, i32 %turn)
  %e = mul i64 %now, @@MULTIPLIER@@
  %next = add i64 %e, %increment
  %f = zext i32 %number to i64
  %product = mul i64 %f, %wide
  %low = trunc i64 %product to i32
  %doubt = icmp ult i32 %low, %bound
  br i1 %doubt, label %close, label %done
close:
  %minus = sub i32 0, %bound
  %threshold = urem i32 %minus, %bound
  %reject = icmp ult i32 %low, %threshold
  br i1 %reject, label %again, label %done
done:
  store i64 %next, ptr %p, align 4
  %g = lshr i64 %product, 32
  %result = trunc i64 %g to i32
  ret i32 %result
}

@@NTH@@

define internal i32 @below_deal(ptr %S, ptr %X, ptr %A, i32 %bound) nounwind {
  %result = call i32 @below(ptr %S, i32 @@DEAL@@, i64 @@DEAL_INCREMENT@@, i32 %bound)
  ret i32 %result
}
