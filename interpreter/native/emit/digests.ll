; The first 64 bits of SHA-256 of many messages of one block each, eight at a time (FIPS 180-4, section 6.2).

declare <8 x i32> @llvm.fshr.v8i32(<8 x i32>, <8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.bswap.v8i32(<8 x i32>)

@K = internal unnamed_addr constant [64 x i32] [@@K@@]

; words: the 16 words of each message, the first words of all messages first; many: a multiple of 8; out: 64 bits for
; each message, in two runs: all first words, all second words, with the bytes in their order
define void @digests(ptr noalias %words, i64 %many, ptr noalias %out) {
entry:
  %w = alloca [64 x <8 x i32>], align 32
  br label %group
group:
  %at = phi i64 [0, %entry], [%following, %store]
  %more = icmp ult i64 %at, %many
  br i1 %more, label %load, label %end
load:
  %t = phi i64 [0, %group], [%t.next, %load]
  %row = mul i64 %t, %many
  %place = add i64 %row, %at
  %from = getelementptr i32, ptr %words, i64 %place
  %given = load <8 x i32>, ptr %from, align 4
  %to = getelementptr <8 x i32>, ptr %w, i64 %t
  store <8 x i32> %given, ptr %to, align 32
  %t.next = add i64 %t, 1
  %loaded = icmp eq i64 %t.next, 16
  br i1 %loaded, label %extend, label %load
extend:
  %u = phi i64 [16, %load], [%u.next, %extend]
  %w.2 = call <8 x i32> @before(ptr %w, i64 %u, i64 2)
  %w.7 = call <8 x i32> @before(ptr %w, i64 %u, i64 7)
  %w.15 = call <8 x i32> @before(ptr %w, i64 %u, i64 15)
  %w.16 = call <8 x i32> @before(ptr %w, i64 %u, i64 16)
  %s0.a = call <8 x i32> @turned(<8 x i32> %w.15, i32 7)
  %s0.b = call <8 x i32> @turned(<8 x i32> %w.15, i32 18)
  %three = call <8 x i32> @all(i32 3)
  %s0.c = lshr <8 x i32> %w.15, %three
  %s0.d = xor <8 x i32> %s0.a, %s0.b
  %s0 = xor <8 x i32> %s0.c, %s0.d
  %s1.a = call <8 x i32> @turned(<8 x i32> %w.2, i32 17)
  %s1.b = call <8 x i32> @turned(<8 x i32> %w.2, i32 19)
  %ten = call <8 x i32> @all(i32 10)
  %s1.c = lshr <8 x i32> %w.2, %ten
  %s1.d = xor <8 x i32> %s1.a, %s1.b
  %s1 = xor <8 x i32> %s1.c, %s1.d
  %sum.a = add <8 x i32> %s0, %s1
  %sum.b = add <8 x i32> %w.7, %w.16
  %sum = add <8 x i32> %sum.a, %sum.b
  %there = getelementptr <8 x i32>, ptr %w, i64 %u
  store <8 x i32> %sum, ptr %there, align 32
  %u.next = add i64 %u, 1
  %extended = icmp eq i64 %u.next, 64
  br i1 %extended, label %begin, label %extend
begin:
@@BEGIN@@
  br label %round
round:
  %r = phi i64 [0, %begin], [%r.next, %round]
  %a = phi <8 x i32> [%a.0, %begin], [%new.a, %round]
  %b = phi <8 x i32> [%b.0, %begin], [%a, %round]
  %c = phi <8 x i32> [%c.0, %begin], [%b, %round]
  %d = phi <8 x i32> [%d.0, %begin], [%c, %round]
  %e = phi <8 x i32> [%e.0, %begin], [%new.e, %round]
  %f = phi <8 x i32> [%f.0, %begin], [%e, %round]
  %g = phi <8 x i32> [%g.0, %begin], [%f, %round]
  %h = phi <8 x i32> [%h.0, %begin], [%g, %round]
  %e.6 = call <8 x i32> @turned(<8 x i32> %e, i32 6)
  %e.11 = call <8 x i32> @turned(<8 x i32> %e, i32 11)
  %e.25 = call <8 x i32> @turned(<8 x i32> %e, i32 25)
  %e.x = xor <8 x i32> %e.6, %e.11
  %big1 = xor <8 x i32> %e.x, %e.25
  %f.g = xor <8 x i32> %f, %g
  %e.fg = and <8 x i32> %e, %f.g
  %chosen = xor <8 x i32> %e.fg, %g
  %k.at = getelementptr i32, ptr @K, i64 %r
  %k.one = load i32, ptr %k.at
  %k = call <8 x i32> @all(i32 %k.one)
  %w.at = getelementptr <8 x i32>, ptr %w, i64 %r
  %w.r = load <8 x i32>, ptr %w.at, align 32
  %t1.a = add <8 x i32> %h, %big1
  %t1.b = add <8 x i32> %chosen, %k
  %t1.c = add <8 x i32> %t1.a, %t1.b
  %t1 = add <8 x i32> %t1.c, %w.r
  %a.2 = call <8 x i32> @turned(<8 x i32> %a, i32 2)
  %a.13 = call <8 x i32> @turned(<8 x i32> %a, i32 13)
  %a.22 = call <8 x i32> @turned(<8 x i32> %a, i32 22)
  %a.x = xor <8 x i32> %a.2, %a.13
  %big0 = xor <8 x i32> %a.x, %a.22
  %a.or.b = or <8 x i32> %a, %b
  %most.a = and <8 x i32> %a.or.b, %c
  %most.b = and <8 x i32> %a, %b
  %most = or <8 x i32> %most.a, %most.b
  %t2 = add <8 x i32> %big0, %most
  %new.a = add <8 x i32> %t1, %t2
  %new.e = add <8 x i32> %d, %t1
  %r.next = add i64 %r, 1
  %done = icmp eq i64 %r.next, 64
  br i1 %done, label %store, label %round
store:
  %first = add <8 x i32> %new.a, %a.0
  %second = add <8 x i32> %a, %b.0
  %first.bytes = call <8 x i32> @llvm.bswap.v8i32(<8 x i32> %first)
  %second.bytes = call <8 x i32> @llvm.bswap.v8i32(<8 x i32> %second)
  %first.at = getelementptr i32, ptr %out, i64 %at
  store <8 x i32> %first.bytes, ptr %first.at, align 4
  %later = add i64 %at, %many
  %second.at = getelementptr i32, ptr %out, i64 %later
  store <8 x i32> %second.bytes, ptr %second.at, align 4
  %following = add i64 %at, 8
  br label %group
end:
  ret void
}

define internal <8 x i32> @all(i32 %one) alwaysinline {
  %first = insertelement <8 x i32> undef, i32 %one, i32 0
  %every = shufflevector <8 x i32> %first, <8 x i32> undef, <8 x i32> zeroinitializer
  ret <8 x i32> %every
}

define internal <8 x i32> @turned(<8 x i32> %word, i32 %by) alwaysinline {
  %every = call <8 x i32> @all(i32 %by)
  %result = call <8 x i32> @llvm.fshr.v8i32(<8 x i32> %word, <8 x i32> %word, <8 x i32> %every)
  ret <8 x i32> %result
}

define internal <8 x i32> @before(ptr %w, i64 %here, i64 %back) alwaysinline {
  %place = sub i64 %here, %back
  %at = getelementptr <8 x i32>, ptr %w, i64 %place
  %word = load <8 x i32>, ptr %at, align 32
  ret <8 x i32> %word
}
