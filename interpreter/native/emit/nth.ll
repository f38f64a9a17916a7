; Which bit is the one with a number among those that are set, from the lowest; there are more than so many.
define internal i32 @nth(i64 %bits, i32 %number) nounwind {
  br label %again
again:
  %left = phi i64 [ %bits, %0 ], [ %fewer, %inside ]
  %more = phi i32 [ %number, %0 ], [ %less, %inside ]
  %some = icmp sgt i32 %more, 0
  br i1 %some, label %inside, label %done
inside:
  %one = sub i64 %left, 1
  %fewer = and i64 %left, %one
  %less = sub i32 %more, 1
  br label %again
done:
  %place = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %result = trunc i64 %place to i32
  ret i32 %result
}
