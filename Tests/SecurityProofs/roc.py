"""The area under the ROC curve: how well one number tells two classes apart. One half is not at all."""
import math


def area(low, high):
    """Returns the probability that a value of `high` exceeds one of `low`, counting equal ones by half (Mann-Whitney)."""
    ordered = sorted([(value, 0) for value in low] + [(value, 1) for value in high])
    ranks, start = 0.0, 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and ordered[end][0] == ordered[start][0]:
            end += 1
        ranks += (start + end + 1) / 2 * sum(kind for _, kind in ordered[start:end])
        start = end
    return (ranks - len(high) * (len(high) + 1) / 2) / (len(low) * len(high))


def standard_error(low, high):
    """Returns the standard error of the area if there is no difference."""
    return math.sqrt((len(low) + len(high) + 1) / (12 * len(low) * len(high)))
