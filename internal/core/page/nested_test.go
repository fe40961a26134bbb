package page_test

import (
	"errors"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
)

// Each level of nested groups would be decoded again by those around it.
func TestDecodeBlocks_DoesNotDecodeGroupsInGroups(t *testing.T) {
	t.Parallel()
	const depth = 2000
	body := strings.Repeat(`[{"type":"group","title":"x","blocks":`, depth) + `[{"type":"text","text":"` + strings.Repeat("a", 1<<20) + `"}]` + strings.Repeat("}]", depth)
	_, err := page.DecodeBlocks([]byte(body))
	var f *fault.Error
	if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Field != "blocks[0].blocks[0].type" || !strings.Contains(f.Fields[0].Message, "another group") {
		t.Errorf("%v", err)
	}
}
