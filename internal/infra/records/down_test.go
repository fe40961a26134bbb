package records

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"

	"linnet/internal/base/fault"
)

func TestTranslate_ABrokenPostgresConnectionIsUnavailable(t *testing.T) {
	t.Parallel()
	d := postgresDialect()
	c := conn{d: &d}
	for name, err := range map[string]error{
		"a killed backend":    fmt.Errorf("failed to receive message: %w", io.ErrUnexpectedEOF),
		"a reset connection":  &net.OpError{Op: "read", Err: syscall.ECONNRESET},
		"a closed connection": driver.ErrBadConn,
	} {
		if got := c.translate(err); !fault.Is(got, fault.Unavailable) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := c.translate(errors.New("syntax error")); fault.Is(got, fault.Unavailable) {
		t.Errorf("a defect of ours: %v", got)
	}
}
