package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/node"
)

// LeaseNode leases a number to the node of a source until then: the one that it has,
// else one that no node has had, else the one whose lease ended first.
func (s *Store) LeaseNode(ctx context.Context, n node.Node, now time.Time) (number int, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		number, err = leaseNode(ctx, tx, n, now)
		return err
	})
	return number, err
}

func leaseNode(ctx context.Context, tx conn, n node.Node, now time.Time) (int, error) {
	nodes, err := queryAll(ctx, tx, scanNode, `
		SELECT number, source, name, lease_until, seen_at FROM nodes ORDER BY lease_until, number`+tx.d.forUpdate)
	if err != nil {
		return 0, err
	}
	taken, ended := map[int]bool{}, 0
	for _, other := range nodes {
		if other.Source == n.Source {
			_, err := tx.exec(ctx, `UPDATE nodes SET name = $2, lease_until = $3, seen_at = $4 WHERE number = $1`,
				other.Number, n.Name, toMillis(n.LeaseUntil), toMillis(now))
			return other.Number, err
		}
		taken[other.Number] = true
		if ended == 0 && !other.LeaseUntil.After(now) {
			ended = other.Number
		}
	}
	for number := 1; number <= node.MaxNumber; number++ {
		if taken[number] {
			continue
		}
		inserted, err := insertedRows(ctx, tx, `INSERT INTO nodes (number, source, name, lease_until, seen_at)`, [][]any{
			{number, n.Source, n.Name, toMillis(n.LeaseUntil), toMillis(now)},
		}, `ON CONFLICT (number) DO NOTHING`)
		if err != nil || inserted == 1 { // 0: another node was faster
			return number, err
		}
	}
	if ended == 0 {
		return 0, fault.New(fault.Conflict, "All node numbers are leased: an install has at most 63 nodes.")
	}
	_, err = tx.exec(ctx, `UPDATE nodes SET source = $2, name = $3, lease_until = $4, seen_at = $5 WHERE number = $1`,
		ended, n.Source, n.Name, toMillis(n.LeaseUntil), toMillis(now))
	return ended, err
}

// ReleaseNode ends the lease of a node at a time.
func (s *Store) ReleaseNode(ctx context.Context, source string, at time.Time) error {
	_, err := s.write.exec(ctx, `UPDATE nodes SET lease_until = $2 WHERE source = $1`, source, toMillis(at))
	return err
}

// Nodes returns the nodes that have had a number, by number.
func (s *Store) Nodes(ctx context.Context) ([]node.Node, error) {
	return queryAll(ctx, s.read, scanNode, `SELECT number, source, name, lease_until, seen_at FROM nodes ORDER BY number`)
}

func scanNode(row scanner) (n node.Node, err error) {
	err = row.Scan(&n.Number, &n.Source, &n.Name, timeField{&n.LeaseUntil}, timeField{&n.SeenAt})
	return n, err
}
