; The same with the processor's own instruction, which puts the bits of a number where another one has bits.
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i32 @nth(i64 %bits, i32 %number) nounwind {
  %wide = zext i32 %number to i64
  %one = shl i64 1, %wide
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %bits)
  %place = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  %result = trunc i64 %place to i32
  ret i32 %result
}
