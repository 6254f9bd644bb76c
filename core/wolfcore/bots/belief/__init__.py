"""What a house bot takes in and concludes: facts folded into a record, claims and conduct weighed, and a posterior over wolves."""
