package shorteners

import (
	"fmt"
	"strconv"
	"strings"
)

// skip is the cursor of a list that has the newest link first and is read by position. A link
// that is created meanwhile moves the others back, so that some are read again. One that is
// deleted moves those behind it forward, to positions that are read already: the total, which
// is less then, tells by how many at most.
type skip struct{ position, total int }

// skipOf parses a cursor; empty: the beginning.
func skipOf(cursor string) (skip, error) {
	if cursor == "" {
		return skip{}, nil
	}
	position, total, _ := strings.Cut(cursor, "/")
	var s skip
	var err error
	if s.position, err = strconv.Atoi(position); err == nil {
		s.total, err = strconv.Atoi(total)
	}
	if err != nil {
		return skip{}, fmt.Errorf("read the cursor of a list: %w", err)
	}
	return s, nil
}

// next returns the cursor behind n links that were read at a position of a list with total
// links; empty: these were the last ones. again reports that links before the position may not
// have been read, so that the list must be read from the cursor instead.
func (s skip) next(n, total int) (cursor string, again bool) {
	if missed := s.total - total; missed > 0 && s.position > 0 {
		return skip{max(s.position-missed, 0), total}.String(), true
	}
	if n == 0 || s.position+n >= total {
		return "", false
	}
	return skip{s.position + n, total}.String(), false
}

// String returns the cursor.
func (s skip) String() string { return fmt.Sprintf("%d/%d", s.position, s.total) }
