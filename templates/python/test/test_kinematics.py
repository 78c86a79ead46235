import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))

from kinematics import two_body  # noqa: E402


class TwoBody(unittest.TestCase):
    def test_a_charged_pion_gives_its_muon_29_8_mev(self):
        # PDG 2024: 139.57039 and 105.6583755 MeV.
        self.assertAlmostEqual(two_body(0.13957039, 0.1056583755, 0).momentum_gev, 0.029792, 6)

    def test_energy_is_conserved(self):
        decay = two_body(91.1876, 1.77693, 0.1056583755)
        self.assertAlmostEqual(decay.first_energy_gev + decay.second_energy_gev, 91.1876, 9)

    def test_nothing_moves_at_and_below_threshold(self):
        self.assertEqual(two_body(2, 1, 1).momentum_gev, 0)
        self.assertFalse(two_body(1, 0.6, 0.5).open)


if __name__ == "__main__":
    unittest.main()
