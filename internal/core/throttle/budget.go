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
// and returns the error of TooMany. refund returns the tokens. The shared store is
// consulted only for attempts that all limiters of this node allow.
func TakeAll(budgets ...Budget) (refund func(), err error) {
	claims := make([]*claim, 0, len(budgets))
	undo := func() {
		for _, c := range claims {
			c.undo()
		}
	}
	for _, b := range budgets {
		c := b.Limiter.begin(b.Key)
		claims = append(claims, c)
		if c.refused() {
			undo()
			return nil, TooMany(c.verdict.Wait)
		}
	}
	for _, c := range claims {
		if c.settle(); c.verdict.Wait > 0 {
			undo()
			return nil, TooMany(c.verdict.Wait)
		}
	}
	return undo, nil
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
