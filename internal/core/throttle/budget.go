package throttle

import (
	"fmt"
	"time"

	"linnet/internal/base/fault"
)

// Budget is one key of a limiter.
type Budget struct {
	Limiter *Limiter
	Key     string
}

// TakeAll takes one token from each budget. When one is exhausted it takes none
// and returns the error of TooMany. refund returns the tokens.
func TakeAll(budgets ...Budget) (refund func(), err error) {
	refundFirst := func(n int) {
		for _, b := range budgets[:n] {
			b.Limiter.Refund(b.Key)
		}
	}
	for i, b := range budgets {
		if v := b.Limiter.Take(b.Key); v.Wait > 0 {
			refundFirst(i)
			return nil, TooMany(v.Wait)
		}
	}
	return func() { refundFirst(len(budgets)) }, nil
}

// TooMany returns a RateLimited error with the time to wait, in the sentence and
// for the Retry-After header.
func TooMany(wait time.Duration) error {
	seconds := int((wait + time.Second - 1) / time.Second)
	text := fmt.Sprintf("%d seconds", seconds)
	if seconds > 90 {
		text = fmt.Sprintf("%d minutes", (seconds+59)/60)
	}
	return fault.New(fault.RateLimited, "Too many attempts. Please try again in "+text+".").RetryAfter(time.Duration(seconds) * time.Second)
}
