package records

import "time"

// SetHangTimes replaces the times after which a server that hangs is given up.
func (s *Store) SetHangTimes(after, timeout time.Duration) {
	s.hang.after, s.hang.timeout = after, timeout
}
