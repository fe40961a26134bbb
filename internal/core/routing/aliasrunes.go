package routing

import "unicode"

// Runes that join or vary emoji.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	variationRune      = '\ufe0f' // see emojiVariation
	keycap             = '\u20e3'
	blackFlag          = '\U0001f3f4' // begins the flags that are spelt in tags
	firstTag, lastTag  = '\U000e0020', '\U000e007f'
)

// emoji holds the characters that Unicode's emoji data call emoji, letters and
// digits aside. From U+1F000 on, where nearly all are, whole blocks are named:
// those planes hold pictures only.
//
//nolint:gochecknoglobals // a table, never written
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00a9, 0x00a9, 1}, {0x00ae, 0x00ae, 1}, {0x203c, 0x203c, 1}, {0x2049, 0x2049, 1},
		{0x2122, 0x2122, 1}, {0x2194, 0x2199, 1}, {0x21a9, 0x21aa, 1}, {0x231a, 0x231b, 1},
		{0x2328, 0x2328, 1}, {0x23cf, 0x23cf, 1}, {0x23e9, 0x23f3, 1}, {0x23f8, 0x23fa, 1},
		{0x24c2, 0x24c2, 1}, {0x25aa, 0x25ab, 1}, {0x25b6, 0x25b6, 1}, {0x25c0, 0x25c0, 1},
		{0x25fb, 0x25fe, 1}, {0x2600, 0x2604, 1}, {0x260e, 0x260e, 1}, {0x2611, 0x2611, 1},
		{0x2614, 0x2615, 1}, {0x2618, 0x2618, 1}, {0x261d, 0x261d, 1}, {0x2620, 0x2620, 1},
		{0x2622, 0x2623, 1}, {0x2626, 0x2626, 1}, {0x262a, 0x262a, 1}, {0x262e, 0x262f, 1},
		{0x2638, 0x263a, 1}, {0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2648, 0x2653, 1},
		{0x265f, 0x2660, 1}, {0x2663, 0x2663, 1}, {0x2665, 0x2666, 1}, {0x2668, 0x2668, 1},
		{0x267b, 0x267b, 1}, {0x267e, 0x267f, 1}, {0x2692, 0x2697, 1}, {0x2699, 0x2699, 1},
		{0x269b, 0x269c, 1}, {0x26a0, 0x26a1, 1}, {0x26a7, 0x26a7, 1}, {0x26aa, 0x26ab, 1},
		{0x26b0, 0x26b1, 1}, {0x26bd, 0x26be, 1}, {0x26c4, 0x26c5, 1}, {0x26c8, 0x26c8, 1},
		{0x26ce, 0x26cf, 1}, {0x26d1, 0x26d1, 1}, {0x26d3, 0x26d4, 1}, {0x26e9, 0x26ea, 1},
		{0x26f0, 0x26f5, 1}, {0x26f7, 0x26fa, 1}, {0x26fd, 0x26fd, 1}, {0x2702, 0x2702, 1},
		{0x2705, 0x2705, 1}, {0x2708, 0x270d, 1}, {0x270f, 0x270f, 1}, {0x2712, 0x2712, 1},
		{0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271d, 0x271d, 1}, {0x2721, 0x2721, 1},
		{0x2728, 0x2728, 1}, {0x2733, 0x2734, 1}, {0x2744, 0x2744, 1}, {0x2747, 0x2747, 1},
		{0x274c, 0x274c, 1}, {0x274e, 0x274e, 1}, {0x2753, 0x2755, 1}, {0x2757, 0x2757, 1},
		{0x2763, 0x2764, 1}, {0x2795, 0x2797, 1}, {0x27a1, 0x27a1, 1}, {0x27b0, 0x27b0, 1},
		{0x27bf, 0x27bf, 1}, {0x2934, 0x2935, 1}, {0x2b05, 0x2b07, 1}, {0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b50, 1}, {0x2b55, 0x2b55, 1}, {0x3030, 0x3030, 1}, {0x303d, 0x303d, 1},
		{0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1f000, 0x1f0ff, 1},
		{0x1f100, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1},
		{0x1f780, 0x1f7ff, 1},
		{0x1f900, 0x1faff, 1},
	},
	// So that Latin-1 is found in one step.
	LatinOffset: 2,
}

func isEmoji(r rune) bool { return unicode.Is(emoji, r) }

// AllowedAfter reports whether an alias may contain r after prev, which is 0
// at the start of a segment. Runes that only join or vary others are allowed
// where they make sense: anywhere else they are invisible, and two aliases
// would look alike.
func AllowedAfter(prev, r rune) bool {
	switch {
	case r == '-' || r == '_' || r == '.':
		return true
	case unicode.IsLetter(r) || unicode.Is(unicode.Nd, r):
		return prev != zeroWidthJoiner
	case isEmoji(r):
		return true
	case r == variationRune:
		return isEmoji(prev) || unicode.IsDigit(prev)
	case r == keycap:
		return prev == variationRune || unicode.IsDigit(prev)
	case r == zeroWidthJoiner:
		return isEmoji(prev) || prev == variationRune
	case r >= firstTag && r <= lastTag:
		return prev == blackFlag || (prev >= firstTag && prev < lastTag)
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return unicode.IsLetter(prev) || unicode.In(prev, unicode.Mn, unicode.Mc)
	}
	return false
}

// MayEnd reports whether a segment may end in r.
func MayEnd(r rune) bool { return r != zeroWidthJoiner && (r < firstTag || r >= lastTag) }

// Joins reports whether a format character only affects its neighbours: scripts and
// emoji need it.
func Joins(r rune) bool {
	return r == zeroWidthJoiner || r == zeroWidthNonJoiner || (r >= firstTag && r <= lastTag)
}
