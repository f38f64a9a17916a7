; What thinking players need beside the kernel (`interpreter.minds.words`): names, draws, real numbers.  A real number takes
; two cells.  What stands between @@ and @@ is filled in by `module`.

declare double @llvm.sqrt.f64(double)
declare double @llvm.log.f64(double)

define internal i32 @below_in(ptr %S, ptr %X, ptr %A, ptr %cells, i32 %at, i32 %bound) nounwind {
  %result = call i32 @below(ptr %cells, i32 %at, i64 @@BOTS_INCREMENT@@, i32 %bound)
  ret i32 %result
}

define internal i32 @blended(ptr %S, ptr %X, ptr %A, i32 %name, i32 %value) alwaysinline nounwind {
  %a = xor i32 %name, %value
  %b = mul i32 %a, 2654435761
  %c = lshr i32 %b, 15
  %d = xor i32 %b, %c
  ret i32 %d
}

define internal i32 @heaped(ptr %S, ptr %X, ptr %A, i32 %name, i32 %value) alwaysinline nounwind {
  %sum = add i32 %name, %value
  ret i32 %sum
}

define internal i32 @gained(ptr %S, ptr %X, ptr %A, ptr %tree, i32 %to, i32 %seat) nounwind {
  %two = shl i32 %seat, 1
  %from = add i32 %two, @@WORTHS@@
  %p = getelementptr i32, ptr %tree, i32 %from
  %worth = load double, ptr %p, align 4
  %q = getelementptr i32, ptr %tree, i32 %to
  %before = load double, ptr %q, align 4
  %after = fadd double %before, %worth
  store double %after, ptr %q, align 4
  ret i32 0
}

define internal i32 @measured(ptr %S, ptr %X, ptr %A, ptr %tree) nounwind {
  %ps = getelementptr i32, ptr %tree, i32 @@SHARED@@
  %shared = load i32, ptr %ps
  %is_shared = icmp ne i32 %shared, 0
  br i1 %is_shared, label %leave, label %start
leave:
  ret i32 0
start:
  %pn = getelementptr i32, ptr %tree, i32 @@NOTED@@
  %noted = load i32, ptr %pn
  %more = add i32 %noted, @@PLAYERS@@
  store i32 %more, ptr %pn
  %sum_at = getelementptr i32, ptr %tree, i32 @@SUM@@
  %sum0 = load double, ptr %sum_at, align 4
  %squares_at = getelementptr i32, ptr %tree, i32 @@SQUARES@@
  %squares0 = load double, ptr %squares_at, align 4
  br label %again
again:
  %seat = phi i32 [ 0, %start ], [ %next, %again ]
  %sum = phi double [ %sum0, %start ], [ %sum1, %again ]
  %squares = phi double [ %squares0, %start ], [ %squares1, %again ]
  %two = shl i32 %seat, 1
  %from = add i32 %two, @@WORTHS@@
  %p = getelementptr i32, ptr %tree, i32 %from
  %worth = load double, ptr %p, align 4
  %sum1 = fadd double %sum, %worth
  %square = fmul double %worth, %worth
  %squares1 = fadd double %squares, %square
  %next = add i32 %seat, 1
  %on = icmp slt i32 %next, @@PLAYERS@@
  br i1 %on, label %again, label %done
done:
  store double %sum1, ptr %sum_at, align 4
  store double %squares1, ptr %squares_at, align 4
  %many = sitofp i32 %more to double
  %mean = fdiv double %sum1, %many
  %a = fdiv double %squares1, %many
  %b = fmul double %mean, %mean
  %c = fsub double %a, %b
  %neg = fcmp olt double %c, 0.0
  %variance = select i1 %neg, double 0.0, double %c
  %spread = call double @llvm.sqrt.f64(double %variance)
  %some = fcmp ogt double %spread, 0.0
  %inverse = fdiv double 0.25, %spread
  %scale = select i1 %some, double %inverse, double 0.0
  %scale_at = getelementptr i32, ptr %tree, i32 @@SCALE@@
  store double %scale, ptr %scale_at, align 4
  %d = fmul double %mean, %scale
  %shift = fsub double 0.5, %d
  %shift_at = getelementptr i32, ptr %tree, i32 @@SHIFT@@
  store double %shift, ptr %shift_at, align 4
  ret i32 0
}

define internal i32 @promise(ptr %S, ptr %X, ptr %A, ptr %tree, i32 %point) nounwind {
  %here = getelementptr i32, ptr %tree, i32 %point
  %made_at = getelementptr i32, ptr %here, i32 @@MADE@@
  %made = load i32, ptr %made_at
  %never = icmp eq i32 %made, 0
  br i1 %never, label %first, label %known
first:
  ret i32 2147483647
known:
  %m = sitofp i32 %made to double
  %could_at = getelementptr i32, ptr %here, i32 @@COULD@@
  %could = load i32, ptr %could_at
  %c = sitofp i32 %could to double
  %l = call double @llvm.log.f64(double %c)
  %a = fdiv double %l, %m
  %b = call double @llvm.sqrt.f64(double %a)
  %curious_at = getelementptr i32, ptr %tree, i32 @@CURIOSITY@@
  %curious = load double, ptr %curious_at, align 4
  %hope = fmul double %curious, %b
  %worth_at = getelementptr i32, ptr %here, i32 @@WORTH@@
  %worth = load double, ptr %worth_at, align 4
  %mean = fdiv double %worth, %m
  %scale_at = getelementptr i32, ptr %tree, i32 @@SCALE@@
  %scale = load double, ptr %scale_at, align 4
  %scaled = fmul double %mean, %scale
  %shift_at = getelementptr i32, ptr %tree, i32 @@SHIFT@@
  %shift = load double, ptr %shift_at, align 4
  %shifted = fadd double %scaled, %shift
  %value = fadd double %shifted, %hope
  %high = fcmp ogt double %value, 500.0
  %low = fcmp olt double %value, -500.0
  %less = select i1 %high, double 500.0, double %value
  %inside = select i1 %low, double -500.0, double %less
  %steep = fmul double %inside, 4194304.0
  %whole = fptosi double %steep to i32
  ret i32 %whole
}
