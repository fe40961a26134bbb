package duckdb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/maypok86/otter/v2"

	"linnet/internal/core/analytics"
)

// keptBytes bounds the memory of answers that are kept, about.
const keptBytes = 48 << 20

// digest is a fingerprint of all that an answer hangs on.
type digest [sha256.Size]byte

// kept holds the rows that statements gave. The edition of the table that they
// read is part of their keys: it changes, in the same transaction, whenever
// clicks of a month come, or of any table go or change their class, so nothing
// has to be thrown out.
type kept = otter.Cache[digest, answered]

// answered is what was said about a slice: all there is to say of a closed one,
// and of a growing one what it was when it had come as far as the mark.
type answered struct {
	rows []row
	upTo mark
}

func newKept() *kept {
	return otter.Must(&otter.Options[digest, answered]{
		MaximumWeight: keptBytes,
		Weigher: func(_ digest, a answered) uint32 {
			weight := 200
			for _, r := range a.rows {
				weight += 72 + len(r.text)
			}
			return uint32(weight) //nolint:gosec // maxKeys rows with texts of bounded length
		},
	})
}

// keyOf returns the key of a statement's answer. members are of the tables
// that it joins.
func keyOf(edition uint64, text string, args []any, members digest) digest {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, edition) // a hash takes everything
	h.Write(members[:])
	_ = json.NewEncoder(h).Encode(append([]any{text}, args...)) // strings, each in its quotes
	return digest(h.Sum(nil))
}

// digestOf adds members to a fingerprint.
func digestOf(before digest, members []analytics.Member) digest {
	h := sha256.New()
	h.Write(before[:])
	for _, m := range members {
		_ = binary.Write(h, binary.LittleEndian, m)
	}
	return digest(h.Sum(nil))
}

// editions returns how often the clicks of each table have changed.
func editions(ctx context.Context, tx *sql.Tx) (map[string]uint64, error) {
	all := make(map[string]uint64)
	err := queryAll(ctx, tx, "SELECT month, edition FROM editions", nil, func(r *sql.Rows) error {
		var month string
		var edition uint64
		err := r.Scan(&month, &edition)
		all[month] = edition
		return err
	})
	return all, err
}

// newEdition is the statement for a transaction that changes clicks of a table.
// That clicks arrive is no change of the one they arrive in, see mark.
func newEdition(table string) string {
	return fmt.Sprintf("INSERT INTO editions VALUES ('%s', 1) ON CONFLICT DO UPDATE SET edition = edition + 1", table)
}
