package report

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"

	"github.com/maypok86/otter/v2"

	"linnet/internal/infra/clickstore/clicksql"
)

// cacheBytes bounds the memory of cached results, approximately.
const cacheBytes = 48 << 20

// digest is a hash of everything that a result depends on.
type digest [sha256.Size]byte

// resultCache caches the rows of statements. Keys contain the generation of the
// table that was read, so that entries need no invalidation when clicks are
// moved, deleted or reclassified.
type resultCache = otter.Cache[digest, cachedRows]

// cachedRows are the partial sums of a slice; upTo is zero for sealed days.
type cachedRows struct {
	rows []clicksql.PartRow
	upTo watermark
}

func newResultCache() *resultCache {
	return otter.Must(&otter.Options[digest, cachedRows]{
		MaximumWeight: cacheBytes,
		Weigher: func(_ digest, c cachedRows) uint32 {
			weight := 200
			for _, r := range c.rows {
				weight += 72 + len(r.Text)
			}
			return uint32(weight) //nolint:gosec // bounded by Limits.Keys rows with texts of bounded length
		},
	})
}

// cacheKey returns the key of a statement's result. temp is the digest of the temporary
// tables that it reads.
func cacheKey(generation uint64, text string, args []any, temp clicksql.Digest) digest {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, generation) // a hash never fails
	h.Write(temp[:])
	_ = json.NewEncoder(h).Encode(append([]any{text}, args...))
	return digest(h.Sum(nil))
}
