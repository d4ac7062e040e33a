extension MockSource {
  /// China, romanised (Pinyin without tones).
  static let chinese = MockSource(
    code: "zh-Latn-CN", country: "China", callingCode: "86", weight: 15,
    female: """
      Mei, Li, Fang, Na, Min, Jing, Xiu, Yan, Juan, Xia, Ling, Ying, Hui, Lan, Ping, Qin, Xue, Yun, Zhen, Rui,
      Shu, Wen, Xiao, Yu, Jia, Lin, Qing, Ning, Hong, Man
      """,
    male: """
      Wei, Qiang, Lei, Jun, Yong, Jie, Tao, Ming, Chao, Gang, Bin, Bo, Peng, Hao, Kai, Jian, Guo, Zhi, Hai,
      Long, Feng, Yang, Dong, Liang, Sheng, Yi, Xin, Cheng, Rong, Zhong
      """,
    last: """
      Wang, Li, Zhang, Liu, Chen, Yang, Huang, Zhao, Wu, Zhou, Xu, Sun, Ma, Zhu, Hu, Guo, He, Lin, Gao, Luo,
      Zheng, Liang, Xie, Song, Tang, Han, Feng, Deng, Cao, Peng, Zeng, Xiao, Tian, Dong, Pan, Yuan, Cai,
      Jiang, Yu, Du, Ye, Cheng, Wei, Su, Lu, Ding, Ren, Shen, Yao, Cui, Zhong, Tan, Jin, Jia, Xia, Fu, Fang,
      Bai, Zou, Meng, Xiong, Qin, Qiu, Hou, Yin, Xue, Yan, Duan, Lei, Long, Shi, Tao, Mao, Hao, Gu, Gong,
      Shao, Wan, Qian, Ouyang
      """,
    doubleFirst: (750, ""), familyFirst: true,
    streets: """
      Renmin Road, Jiefang Road, Zhongshan Road, Beijing Road, Nanjing Road, Xinhua Street, Wenhua Road,
      Jianshe Road, Heping Road, Guangming Street, Hongqi Street, Qingnian Road, Changjiang Road,
      Huanghe Road, Xueyuan Road, Taishan Road, Chaoyang Street, Dongfeng Road, Binhai Road, Yingbin Avenue
      """,
    numbers: "{n}; {k}; {n}; No. {n}, Unit {s}",
    address: "{number} {street}, {city} {code}",
    cities: """
      Beijing|Beijing|1000##|100#######|39.90|116.41
      Shanghai|Shanghai|2000##|210#######|31.23|121.47
      Guangzhou|Guangdong|5100##|200#######|23.13|113.26
      Shenzhen|Guangdong|5180##|7550#######|22.54|114.06
      Chengdu|Sichuan|6100##|280#######|30.57|104.07
      Hangzhou|Zhejiang|3100##|5710#######|30.27|120.16
      Wuhan|Hubei|4300##|270#######|30.59|114.31
      Nanjing|Jiangsu|2100##|250#######|32.06|118.80
      Xi'an|Shaanxi|7100##|290#######|34.34|108.94
      Tianjin|Tianjin|3000##|220#######|39.34|117.36
      """,
    spare: "100#######",
    companies: """
      {city} {trade} Co.; {last} Brothers {trade}; {city} {last} {trade} Co.; {last} & {other} Trading
      """,
    trades: "Textiles, Tea, Machinery, Foods, Paper, Electronics, Toys, Ceramics, Furniture, Silk")
}
