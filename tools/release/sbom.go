package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// writeSBOM writes the list of the software in the binary, as SPDX.
func (r *release) writeSBOM(ctx context.Context, p payload) error {
	env := []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix())}
	document, err := r.outputIn(ctx, env, "go", "run", "-C", "tools/licenses", ".", "-sbom", r.tag, "-arch", p.arch, "../..")
	if err != nil {
		return err
	}
	name := fmt.Sprintf("linnet_%s_linux_%s.spdx.json", r.version(), p.arch)
	return os.WriteFile(filepath.Join(r.out, name), document, 0o644)
}
