package testkit

import "time"

// Unthrottled permits any number of attempts: it has the budgets of services for tests of
// something else.
type Unthrottled struct{}

// Allow returns true.
func (Unthrottled) Allow(string) bool { return true }

// Refund does nothing.
func (Unthrottled) Refund(string) {}

// Add returns 0: the next attempt is allowed now.
func (Unthrottled) Add(string) time.Duration { return 0 }
